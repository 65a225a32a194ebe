import type { FieldError, Language } from './wire-types.ts'
import { errorCatalogue } from './error-catalogue.ts'

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof errorCatalogue

/** One line of the error catalogue: the status, and what people read in each language. */
export interface CatalogueEntry {
  readonly status: number
  readonly title: Readonly<Record<Language, string>>
  readonly nextStep: Readonly<Record<Language, string>>
}

/** What a thrower may add to a catalogue entry. */
export interface ProblemOptions {
  /** The cause, in a calm sentence that holds no internals. */
  readonly detail?: string
  /** Replaces the entry's next step. */
  readonly nextStep?: string
  /** The wrong fields of a request. */
  readonly errors?: readonly FieldError[]
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** What went wrong underneath; logged, never sent. */
  readonly cause?: unknown
}

/**
 * An error that a handler throws by name; one room of the host turns it into an
 * `application/problem+json` answer (RFC 9457).
 * @example throw new Problem('not_found', { detail: 'There is no note with this id.' })
 * @since 1.0.0
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.detail ?? errorCatalogue[code].title.en, { cause: options.cause })
    this.code = code
    this.status = errorCatalogue[code].status
    this.options = options
  }
}

export { errorCatalogue }
