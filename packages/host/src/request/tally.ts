/** Counts of one plugin in one workspace since the last write. Times in milliseconds. */
export class Tally {
  calls = 0
  errors = 0
  time = 0
  queries = 0
  databaseTime = 0
  outboundCalls = 0
  outboundErrors = 0
  jobs = 0
  jobErrors = 0
  jobTime = 0

  /** An answer of a handler. */
  noteCall(milliseconds: number, hasFailed: boolean): void {
    this.calls += 1
    this.time += milliseconds
    if (hasFailed) this.errors += 1
  }

  /** A fault without an answer. */
  noteFault(): void {
    this.errors += 1
  }

  /** Statements that ran as one; none for an operation that only takes time, such as a commit. */
  noteQueries(count: number, milliseconds: number): void {
    this.queries += count
    this.databaseTime += milliseconds
  }

  /** A request to an external server. @param hasFailed whether it got no answer */
  noteOutbound(hasFailed: boolean): void {
    this.outboundCalls += 1
    if (hasFailed) this.outboundErrors += 1
  }

  /** One try of a job. */
  noteJob(milliseconds: number, hasFailed: boolean): void {
    this.jobs += 1
    this.jobTime += milliseconds
    if (hasFailed) this.jobErrors += 1
  }

  /** Adds the counts of another one. */
  add(other: Readonly<Tally>): void {
    this.calls += other.calls
    this.errors += other.errors
    this.time += other.time
    this.queries += other.queries
    this.databaseTime += other.databaseTime
    this.outboundCalls += other.outboundCalls
    this.outboundErrors += other.outboundErrors
    this.jobs += other.jobs
    this.jobErrors += other.jobErrors
    this.jobTime += other.jobTime
  }
}
