/** A build that ends for a reason a person can act on: each problem is one sentence. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}
