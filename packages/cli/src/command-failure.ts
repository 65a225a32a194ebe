/** A command that ends for a reason a person can act on: each problem is one sentence on its own line. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly problems: readonly string[]
  /** 1: it could not be done. 2: it was asked for in a way that means nothing. */
  readonly exitCode: 1 | 2

  constructor(problems: readonly string[], exitCode: 1 | 2 = 1) {
    super(problems.join('\n'))
    this.problems = problems
    this.exitCode = exitCode
  }
}
