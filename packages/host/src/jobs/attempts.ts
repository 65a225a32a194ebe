/** Running attempts of this process, from the claim to the record of their end. */
import type { JobOutcome } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { UsageMeter } from '../observability/accounting/usage-meter.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { HeldTransaction } from '../database/held-transaction.ts'
import type { Transactor } from '../database/transactor.ts'
import type { Log } from '@host/plugin'
import { Again, Attempt, type AttemptEnd } from './attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'
import type { BackgroundPauses } from './background-pauses.ts'
import { InputMisfit } from './job-input.ts'
import type { HandledKind, JobKinds } from './job-kinds.ts'
import { endJobSpan, openJobSpan } from './job-span.ts'
import type { Span } from '../support/trace/span.ts'
import { JobRunner, type JobTools } from './job-runner.ts'
import type { ClaimedJob, Ending, JobStore } from './job-store.ts'
import { Progress } from './progress.ts'
import { Recorder } from './recorder.ts'
import { causeOf, retryDelay } from './retry.ts'
import type { JobSlots } from './job-slots.ts'
import type { Seat } from './concurrency-slots.ts'
import { keptFor } from './states.ts'

/** Options of tries. */
export interface AttemptsOptions {
  readonly database: Transactor
  readonly store: JobStore
  readonly kinds: JobKinds
  readonly slots: JobSlots
  readonly contexts: Pick<ExecutionContexts, 'run'>
  readonly faults: Pick<Faults, 'report'>
  readonly usage: Pick<UsageMeter, 'of'>
  readonly tracer?: Pick<Tracer, 'openStored'> | undefined
  readonly pauses: BackgroundPauses
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  toolsOf(plugin: string): JobTools
  /** Notifies the viewers of a workspace's data of a change. */
  notifyViewers(orgId: string, paths: readonly string[]): void
  /** A slot is free. */
  onEnd(): void
}

/** The last part of the stop time is for signaled handlers, in milliseconds at most. */
const lastWords = 1_000

export class Attempts {
  readonly #options: AttemptsOptions
  readonly #runner: JobRunner
  readonly #recorder: Recorder
  readonly #progress: Progress
  readonly #running = new Map<string, { readonly attempt: Attempt; readonly over: Promise<void> }>()
  #begun = 0

  constructor(options: AttemptsOptions) {
    this.#options = options
    this.#recorder = new Recorder(options)
    this.#progress = new Progress({ ...options, notifyViewers: ({ job }) => this.#notifyViewers(job) })
    this.#runner = new JobRunner({
      ...options,
      progress: this.#progress,
      record: (attempt, outcome, on) => this.#recordOn(attempt, outcome, on),
    })
  }

  /** Begins a try of a job that was claimed. */
  begin(job: ClaimedJob, seat: Seat): void {
    const attempt = new Attempt(job)
    this.#begun += 1
    this.#options.pauses.began(job.plugin)
    this.#running.set(job.id, { attempt, over: this.#follow(attempt, seat) })
  }

  /** Proofs that the running jobs belong to this process. */
  claims(): readonly ClaimedJob[] {
    return [...this.#running.values()].map(({ attempt }) => attempt.job)
  }

  /** How many attempts have begun so far. */
  get begun(): number {
    return this.#begun
  }

  isRunning(id: string): boolean {
    return this.#running.has(id)
  }

  /** A job is not this process's any more, if it was. */
  lose(id: string): void {
    this.#running.get(id)?.attempt.lose()
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ over }) => over))
  }

  /**
   * Waits for running attempts; signals them near the end, and waits no longer at the end. @param limit milliseconds
   */
  async drain(limit: number): Promise<void> {
    const all = [...this.#running.values()].map(({ attempt }) => attempt)
    const told = setTimeout(() => all.forEach((attempt) => attempt.stop()), Math.max(limit - lastWords, limit / 2))
    const left = setTimeout(() => {
      this.#recorder.stop()
      all.forEach((attempt) => attempt.giveUp())
    }, limit)
    await this.settled()
    clearTimeout(told)
    clearTimeout(left)
    this.#recorder.stop()
  }

  async #follow(attempt: Attempt, seat: Seat): Promise<void> {
    const { job } = attempt
    const { kinds, slots, usage, tracer, pauses, onEnd } = this.#options
    const kind = kinds.require(job.plugin, { name: job.kind })
    const since = performance.now()
    slots.of(kind).take(seat)
    const span = tracer && openJobSpan(tracer, job)
    this.#runner.begin(attempt, kind, span)
    const end = await attempt.ended
    const fault = end.kind === 'fault' ? end.error : undefined
    if (span !== undefined) endJobSpan(span, end.kind)
    const took = performance.now() - since
    usage.of(job.plugin, job.orgId).noteJob(took, fault !== undefined)
    slots.give(kind, seat, took)
    if (end.kind !== 'lost' && end.kind !== 'stopped') {
      pauses.ended({ plugin: job.plugin, orgId: job.orgId, fault })
    }
    await this.#record(attempt, { kind, end, span })
    // The same job may run here again, under another claim.
    if (this.#running.get(job.id)?.attempt === attempt) this.#running.delete(job.id)
    if (job.startedBy !== null || attempt.hasProgress) this.#notifyViewers(job)
    onEnd()
  }

  #notifyViewers({ id, orgId }: ClaimedJob): void {
    this.#options.notifyViewers(orgId, [`/api/jobs/${id}`])
  }

  async #record({ job }: Attempt, { kind, end, span }: Ended): Promise<void> {
    if (end.kind === 'lost') return
    if (end.kind === 'fault') this.#report(job, end.error, span)
    if (end.kind === 'done' && !kind.atomic) await this.#recorder.complete(job)
    if (end.kind === 'done') return
    const ending = this.#endingOf(job, kind, end)
    const isOurs = await this.#recorder.end(job, ending)
    if (isOurs && ending.state === 'failed') this.#options.notifyViewers(instanceOrgId, ['/api/instance/jobs'])
  }

  #report({ id, plugin }: ClaimedJob, error: Error, span: Span | undefined): void {
    const { faults, log } = this.#options
    if (error instanceof AttemptFailed) log.warn(error.message, { job: id, code: error.code, ...span?.logFields })
    else faults.report({ plugin, kind: 'job', error, span })
  }

  async #recordOn(attempt: Attempt, outcome: JobOutcome | void, on: HeldTransaction): Promise<void> {
    const { store } = this.#options
    const { job } = attempt
    const isOurs =
      outcome instanceof Again
        ? await store.end(job, this.#later(job.attempt, outcome.delay), on)
        : (await store.complete([job], on)).length === 1
    if (isOurs) return
    attempt.lose()
    throw new Error('The job is no longer this process’s.')
  }

  #endingOf(
    { attempt, attempts }: ClaimedJob,
    kind: HandledKind,
    end: Exclude<AttemptEnd, { kind: 'done' | 'lost' }>,
  ): Ending {
    if (end.kind === 'stopped') return { ...this.#later(attempt - 1, 0) }
    if (end.kind === 'again') return this.#later(0, end.delay)
    const cause = causeOf(end.error)
    const isLast = attempt >= attempts || isFinal(end.error)
    if (isLast) return { state: 'failed', at: this.#options.clock() + keptFor.failed, attempt, ...cause }
    return { ...this.#later(attempt, retryDelay(kind, attempt)), ...cause }
  }

  #later(attempt: number, delay: number): Ending {
    const at = this.#options.clock() + delay
    return { state: delay > 0 ? 'delayed' : 'waiting', at, attempt, error: null, fault: null }
  }
}

/** An attempt that has ended. */
interface Ended {
  readonly kind: HandledKind
  readonly end: AttemptEnd
  /** Undefined where no traces are recorded. */
  readonly span: Span | undefined
}

/** Whether no further attempt would succeed. */
function isFinal(error: Error): boolean {
  return error instanceof InputMisfit || (error instanceof AttemptFailed && error.isFinal)
}
