/**
 * An attempt that failed for a reason outside this instance, such as a mail server that is down. The job records it as any
 * failed attempt; nothing is reported as a fault of the code that ran.
 */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed'
  /** Shown with the job. */
  readonly code: string
  /** Whether no further attempt would succeed. */
  readonly isFinal: boolean

  /** @param message shown to the operator */
  constructor(code: string, message: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(message)
    this.code = code
    this.isFinal = isFinal
  }
}
