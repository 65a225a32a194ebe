/** The one body of every error (RFC 9457), wherever it is raised. */
import type { ErrorCode, FieldProblem, Language, ProblemBody, ProblemFacts, Wording } from '@host/plugin'
import { errorCatalog } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import type { ErrorForm } from './error-reader.ts'

/** Texts and facts of an error, in every available language. */
export interface ProblemParts {
  readonly code: ErrorCode
  readonly status: number
  readonly detail?: Wording | undefined
  readonly nextStep?: Wording | undefined
  readonly errors?: readonly FieldProblem[] | undefined
  readonly facts?: ProblemFacts | undefined
}

/** The reader. */
export interface ProblemReader {
  readonly requestId: string
  readonly language: Language
  /** The problem body when left out. */
  readonly form?: ErrorForm
}

/** Identifies an error for programs that know RFC 9457 and not us: one URI for each code, the same on every host. */
export function problemType(code: ErrorCode): string {
  return `urn:problem-type:host:${code}`
}

/** The body that a reader gets. */
export function problemBody(parts: ProblemParts, { requestId, language }: ProblemReader): ProblemBody {
  const { code, status, detail, nextStep, errors, facts } = parts
  const known = errorCatalog[code]
  return {
    type: problemType(code),
    title: known.title[language],
    status,
    ...(detail === undefined ? {} : { detail: wordingIn(detail, language) }),
    nextStep: wordingIn(nextStep ?? known.nextStep, language),
    code,
    requestId,
    ...(errors && { errors: errors.map(({ path, message }) => ({ path, message: wordingIn(message, language) })) }),
    ...(facts && { facts: factsIn(facts, language) }),
  }
}

function factsIn(facts: ProblemFacts, language: Language): Readonly<Record<string, unknown>> {
  const read = (fact: ProblemFacts[string]): unknown => {
    if (Array.isArray(fact)) return fact.map((each: Wording) => wordingIn(each, language))
    return typeof fact === 'object' && fact !== null ? wordingIn(fact as Wording, language) : fact
  }
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, read(fact)]))
}

/** The headers of the body. */
export const problemHeaders = Object.freeze({ 'content-type': 'application/problem+json' })
