/** The unsubscribe link of emails. The email itself authorizes, signed in or not. */
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** The emails that a link ends. */
export interface LinkedEmails {
  /** The notification type; null for summaries. */
  readonly category: string | null
  readonly isOn: boolean
}

export const readEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters',
  input: typed<{ readonly token: string }>(),
  output: typed<LinkedEmails>(),
  audience: 'public',
  audit: false,
  summary: 'Get the emails an unsubscribe link stops',
  errors: ['gone'],
})

export const endEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters/end',
  input: typed<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Stop emails of one type with an unsubscribe link',
  errors: ['gone'],
})
