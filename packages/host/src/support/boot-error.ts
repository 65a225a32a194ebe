/** The stages of a start that can find problems, in order. */
export type BootStage =
  | 'config'
  | 'database'
  | 'register'
  | 'preflight'
  | 'migrate'
  | 'keys'
  | 'stores'
  | 'mount'
  | 'first run'
  | 'listen'

/** A refused start: every problem of one stage, each a sentence that states the fix. */
export class BootError extends Error {
  override readonly name = 'BootError'
  readonly stage: BootStage
  readonly problems: readonly string[]

  constructor(stage: BootStage, problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.stage = stage
    this.problems = Object.freeze([...problems])
  }
}

/** Continues only without problems. @throws BootError naming all of them */
export function refuse(stage: BootStage, problems: readonly string[]): void {
  if (problems.length > 0) throw new BootError(stage, problems)
}
