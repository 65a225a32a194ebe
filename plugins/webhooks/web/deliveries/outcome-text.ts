import type { Translate } from '@host/plugin-sdk'
import type { AttemptError } from '../../shared.ts'

/** Result of an attempt. */
export interface Outcome {
  readonly status: number | null
  readonly error: AttemptError | null
}

/** The result of an attempt in a few words: a status, or the reason for none. */
export function outcomeText({ status, error }: Outcome, t: Translate): string {
  if (status !== null) return String(status)
  return error === null ? '–' : t(`webhooks.error.${error}`)
}
