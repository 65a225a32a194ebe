import type { Translate } from '@host/plugin-sdk'
import type { AttemptError } from '../../shared.ts'

/** What came of a try. */
export interface Outcome {
  readonly status: number | null
  readonly error: AttemptError | null
}

/** What came of a try, in a few words: a status, or why there was none. */
export function outcomeText({ status, error }: Outcome, t: Translate): string {
  if (status !== null) return String(status)
  return error === null ? '–' : t(`webhooks.error.${error}`)
}
