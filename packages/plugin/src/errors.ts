import type { Language } from './wire-types.ts'
import { matchAcrossCopies } from './across-copies.ts'
import { errorCatalog } from './error-catalog.ts'

/** A code of the error catalog. */
export type ErrorCode = keyof typeof errorCatalog

/** One line of the error catalog: the status, and the texts in each language. */
export interface CatalogEntry {
  readonly status: number
  readonly title: Readonly<Record<Language, string>>
  readonly nextStep: Readonly<Record<Language, string>>
}

/** A sentence for people: in both languages, or in one that is shown to all. */
export type Wording = string | Readonly<Record<Language, string>>

/** One wrong field of a request, as a thrower names it; `path` in dots, such as `items.0.name`. */
export interface FieldProblem {
  readonly path: string
  readonly message: Wording
}

/** Facts of a problem for programs, by name. Wordings are sent in the language of the reader. */
export type ProblemFacts = Readonly<
  Record<string, string | number | boolean | null | Readonly<Record<Language, string>> | readonly Wording[]>
>

/** Details that a thrower may add to a catalog entry. */
export interface ProblemOptions {
  /** The cause, in a calm sentence that holds no internals. */
  readonly detail?: Wording
  /** Replaces the entry's next step. */
  readonly nextStep?: Wording
  /** The wrong fields of a request. */
  readonly errors?: readonly FieldProblem[]
  /** What a program needs to know beside the code, such as the plans that include a tier. Never an internal. */
  readonly facts?: ProblemFacts
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error; logged, never sent. */
  readonly cause?: unknown
}

/**
 * An error that a handler throws by name; the host turns it into an `application/problem+json` answer (RFC 9457).
 * @example
 * throw new Problem('not_found', {
 *   detail: { en: 'There is no note with this id.', zh: '没有此编号的笔记。' },
 * })
 * @since 1.0.0
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(wordingIn(options.detail ?? errorCatalog[code].title, 'en'), { cause: options.cause })
    this.code = code
    this.status = errorCatalog[code].status
    this.options = options
  }
}
matchAcrossCopies(Problem, 'Problem')

/**
 * A sentence as readers of a language are shown it.
 * @since 1.0.0
 */
export function wordingIn(wording: Wording, language: Language): string {
  return typeof wording === 'string' ? wording : wording[language]
}

export { errorCatalog }
