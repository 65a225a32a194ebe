/** Endpoints of the notifications plugin for the unsubscribe page. */
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'

/** The emails that a link ends. */
export interface LinkedEmails {
  /** Null for summaries. */
  readonly category: string | null
  readonly isOn: boolean
}

export const readEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters',
  input: answer<{ readonly token: string }>(),
  output: answer<LinkedEmails>(),
  audience: 'public',
  summary: 'Read which emails an unsubscribe link ends',
})

export const endEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters/end',
  input: answer<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Unsubscribe from emails by a link',
})
