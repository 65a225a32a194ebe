/** A process that serves on the database and started before this migration. */
export interface OlderProcess {
  /** The position of the newest entry that it knows; undefined for a version that did not say. */
  readonly migratedTo: number | undefined
}

/** A change as older processes meet it. */
interface JudgedChange {
  readonly owner: string
  readonly sql: string
  readonly danger: string | undefined
  /** The position of the entry since which processes survive it. */
  readonly safeSince?: number | undefined
}

/** The processes that a migration runs beside. */
export class OlderProcesses {
  readonly #processes: readonly OlderProcess[]

  constructor(processes: readonly OlderProcess[]) {
    this.#processes = processes
  }

  /** @returns the sentence that refuses a change; undefined when every process survives it */
  problem({ owner, sql, danger, safeSince = Number.POSITIVE_INFINITY }: JudgedChange): string | undefined {
    if (danger === undefined) return undefined
    const count = this.#processes.filter(({ migratedTo = -1 }) => migratedTo < safeSince).length
    if (count === 0) return undefined
    const processes = count === 1 ? 'an older process is' : `${count} older processes are`
    return `${owner}: "${sql}" ${danger}, and ${processes} running. Stop all older processes, then start again. A killed process counts as running for up to a minute. An upgrade without downtime takes several releases: see "Expand and contract" in docs/versioning.md.`
  }
}
