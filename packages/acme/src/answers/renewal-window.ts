import { asFields, badAnswer, optionalText, requireText, type AnswerFields } from './answer-fields.ts'

/** When an authority wishes a certificate to be renewed (RFC 9773, section 4.2). */
export interface RenewalWindow {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly explanationUrl: string | undefined
  /** Milliseconds to wait before the next question, as the authority wishes. */
  readonly retryAfter: number | undefined
}

/** @throws {AcmeError} `bad_answer` */
export function readRenewalWindow(fields: AnswerFields, wait: number | undefined): RenewalWindow {
  const window = asFields(fields['suggestedWindow'])
  const [start, end] = [Date.parse(requireText(window, 'start')), Date.parse(requireText(window, 'end'))]
  if (!(end > start)) throw badAnswer('"suggestedWindow" is not a time span')
  return { start, end, explanationUrl: optionalText(fields, 'explanationURL'), retryAfter: wait }
}
