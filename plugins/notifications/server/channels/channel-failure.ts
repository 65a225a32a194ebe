import { Problem } from '@host/plugin'
import { texts } from '../i18n.ts'
import type { BothLanguages } from '../models.ts'

/**
 * The reason why a message was not delivered, for its recipient: a sentence without addresses and without the server's
 * response.
 */
export function failureOf(error: unknown): BothLanguages {
  return error instanceof Problem ? wordsOf(error) : texts('error.failed')
}

/** Whether no further try can bring it through. */
export function isHopeless(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'invalid_input' || error.code === 'destination_not_allowed')
}

/** A refusal by the other side, by its status. One of its own faults, or "later", is worth another try. */
export function refusedBy(status: number): Problem {
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429
  return new Problem(isPassing ? 'service_unavailable' : 'invalid_input', {
    detail: texts('error.refused', { status }),
  })
}

function wordsOf({ options: { detail }, message }: Problem): BothLanguages {
  if (typeof detail === 'object') return detail
  return { en: message, zh: message }
}
