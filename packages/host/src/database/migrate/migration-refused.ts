/** The stored tables and the models don't fit; nothing was changed. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
  /** One sentence per problem, each naming its plugin. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = Object.freeze([...problems])
  }
}
