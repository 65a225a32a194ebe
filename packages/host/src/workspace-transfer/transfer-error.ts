/** A refusal of an export, an import or a clone, in sentences for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
  /** One for each problem. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[] | string, options?: ErrorOptions) {
    const all = typeof problems === 'string' ? [problems] : problems
    super(all.join('\n'), options)
    this.problems = all
  }
}
