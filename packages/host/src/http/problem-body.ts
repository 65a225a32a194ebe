/** The one body of every error (RFC 9457), whoever refuses and wherever. */
import type { ErrorCode, FieldProblem, Language, ProblemBody, Wording } from '@host/plugin'
import { errorCatalogue, wordingIn } from '@host/plugin'
import type { ErrorForm } from './error-reader.ts'

/** What is said about an error, in every language that it is known in. */
export interface ProblemFacts {
  readonly code: ErrorCode
  readonly status: number
  readonly detail?: Wording | undefined
  readonly nextStep?: Wording | undefined
  readonly errors?: readonly FieldProblem[] | undefined
}

/** Who reads it. */
export interface ProblemReader {
  readonly requestId: string
  readonly language: Language
  /** The problem body when left out. */
  readonly form?: ErrorForm
}

/** What names an error to programs that know RFC 9457 and not us: one URI for each code, the same on every host. */
export function problemType(code: ErrorCode): string {
  return `urn:problem-type:host:${code}`
}

/** The body that a reader gets. */
export function problemBody(facts: ProblemFacts, { requestId, language }: ProblemReader): ProblemBody {
  const { code, status, detail, nextStep, errors } = facts
  const known = errorCatalogue[code]
  return {
    type: problemType(code),
    title: known.title[language],
    status,
    ...(detail === undefined ? {} : { detail: wordingIn(detail, language) }),
    nextStep: wordingIn(nextStep ?? known.nextStep, language),
    code,
    requestId,
    ...(errors && { errors: errors.map(({ path, message }) => ({ path, message: wordingIn(message, language) })) }),
  }
}

/** The headers of the body. */
export const problemHeaders = Object.freeze({ 'content-type': 'application/problem+json' })
