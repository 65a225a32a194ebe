/** What the page of the link at the end of a letter asks of the notifications plugin. */
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'

/** The letters that a link ends. */
export interface LinkedLetters {
  /** Null for summaries. */
  readonly category: string | null
  readonly isOn: boolean
}

export const readLetters = defineEndpoint({
  pattern: 'POST /api/notifications/letters',
  input: answer<{ readonly token: string }>(),
  output: answer<LinkedLetters>(),
  audience: 'public',
  summary: 'Read which emails an unsubscribe link ends',
})

export const endLetters = defineEndpoint({
  pattern: 'POST /api/notifications/letters/end',
  input: answer<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Unsubscribe from emails by a link',
})
