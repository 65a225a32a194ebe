/** Calls the handlers of jobs: in the frame of their plugin and workspace, with its tables. */
import type { JobOutcome, JobRun, Log } from '@host/plugin'
import { readSupport } from '../request/carried-support.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { HeldTransaction } from '../database/held-transaction.ts'
import type { Transactor } from '../database/transactor.ts'
import { Again, type Attempt } from './attempt.ts'
import type { Span } from '../support/trace/span.ts'
import type { HandledKind } from './job-kinds.ts'
import type { Progress } from './progress.ts'
import { readInput } from './job-input.ts'

/** Parts of a plugin needed to run its jobs. */
export interface JobTools {
  readonly log: Log
  readonly now: () => Date
  /** Its tables: of a workspace, or of all of them. */
  database(orgId: string | undefined, on?: Transactor): unknown
}

/** Options of the runner. */
export interface JobRunnerOptions {
  readonly database: Transactor
  readonly contexts: Pick<ExecutionContexts, 'run'>
  toolsOf(plugin: string): JobTools
  readonly progress: Pick<Progress, 'say'>
  /** Records in a transaction how the attempt ends. @throws when the job no longer belongs to this process */
  record(attempt: Attempt, outcome: JobOutcome | void, on: HeldTransaction): Promise<void>
}

export class JobRunner {
  readonly #options: JobRunnerOptions

  constructor(options: JobRunnerOptions) {
    this.#options = options
  }

  /** Begins an attempt, which reports its own end. @param span undefined where no traces are recorded */
  begin(attempt: Attempt, kind: HandledKind, span?: Span): void {
    const { orgId, plugin, support } = attempt.job
    const { name, usesNetwork } = kind
    const about = orgId === instanceOrgId ? undefined : orgId
    const frame = { plugin, orgId: about, job: { name, usesNetwork }, support: readSupport(support), span }
    this.#options.contexts.run(frame, () => attempt.follow(this.#handle(attempt, kind), kind.timeout), undefined)
  }

  async #handle(attempt: Attempt, kind: HandledKind): Promise<JobOutcome | void> {
    const input = await readInput(kind, attempt.job.input)
    if (!kind.atomic) return await this.#call(attempt, kind, { input, on: undefined })
    const { database } = this.#options
    const { orgId } = attempt.job
    return await database.transaction(
      async (connection) => {
        const on = new HeldTransaction(database.dialect, connection)
        const outcome = await this.#call(attempt, kind, { input, on })
        await this.#options.record(attempt, outcome, on)
        return outcome
      },
      { tenant: orgId === instanceOrgId ? undefined : orgId },
    )
  }

  async #call(
    attempt: Attempt,
    { handler, place }: HandledKind,
    { input, on }: { readonly input: unknown; readonly on: Transactor | undefined },
  ): Promise<JobOutcome | void> {
    const { orgId, plugin } = attempt.job
    const tools = this.#options.toolsOf(plugin)
    const inWorkspace = place === 'workspace'
    const scope = {
      ...(inWorkspace && { orgId }),
      ...this.#runOf(attempt),
      db: tools.database(inWorkspace ? orgId : undefined, on),
      log: tools.log,
      signal: attempt.signal,
      language: 'en',
      now: tools.now,
    }
    // The scope fits the place of the kind, which only the plugin knows.
    return await handler(Object.freeze(scope) as never, input)
  }

  #runOf(attempt: Attempt): JobRun {
    const { id, attempt: place, attempts } = attempt.job
    return {
      jobId: id,
      attempt: place,
      isLastAttempt: place >= attempts,
      progress: (fraction, note) => {
        if (!(fraction >= 0 && fraction <= 1)) throw new TypeError('Progress must be a fraction from 0 to 1.')
        this.#options.progress.say(attempt, { fraction, note: note === undefined ? null : noteText(note) })
      },
      again: (delay) => new Again(delay),
    }
  }
}

/** A note as it is stored: without characters that no database stores, and cut to its column. */
function noteText(note: string): string {
  return note.replaceAll('\0', '').toWellFormed().slice(0, 200).toWellFormed()
}
