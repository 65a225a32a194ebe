/**
 * An answer, complete: every limit has held when it is there, and there is nothing left to wait for or to close.
 * @since 1.0.0
 */
export interface SafeResponse {
  readonly status: number
  /** Whether the status is one of 200 to 299. */
  readonly ok: boolean
  /** Where it came from, after redirects. */
  readonly url: string
  readonly headers: Headers
  /** The body without its content coding. */
  readonly body: Uint8Array
  /** The body as UTF-8. */
  text(): string
  /** The body as JSON. @throws SafeHttpError `bad_answer` when it is none */
  json(): unknown
}
