/**
 * Applies a changeset, in a job:
 *
 *   untouched ── read: as planned ──► write each step ──► read back ──► settle ──► applied
 *       └────── read: it differs ──► expired, nothing written
 *   touched by a run that ended ── read: judge each step ──► write the others, when it resumes; else interrupted
 *
 * A limited rate pauses it, and its job comes again; any other error interrupts it. A step that was being written then is judged by reading before anything is written again.
 */
import { Problem, type WorkspaceJobScope } from '@host/plugin'
import { isSameJson } from './canonical-json.ts'
import { changeLimits } from './change-limits.ts'
import type { ChangesetReader, PartRow } from './changeset-reader.ts'
import type { PluginCalls } from './plugin-calls.ts'
import { retryDelay } from './retry-delay.ts'
import { RunJournal, type RunStep } from './run-journal.ts'
import { RunEnded, type RunStore, type StartedRun } from './run-store.ts'
import type { RunEnds } from './run-ends.ts'

/** Dependencies of applying. */
export interface ApplierOptions {
  readonly store: RunStore
  readonly reader: ChangesetReader
  readonly calls: PluginCalls
  readonly ends: RunEnds
  /** Whether a workspace is open and a plugin on in it. */
  isOn(orgId: string, plugin: string): Promise<boolean>
  notify(orgId: string): void
}

type JobScope = Pick<WorkspaceJobScope, 'orgId' | 'signal' | 'progress'>

/** Milliseconds between notifications of viewers. */
const notifyEvery = 1_000

export class Applier {
  readonly #options: ApplierOptions

  constructor(options: ApplierOptions) {
    this.#options = options
  }

  /**
   * Runs a changeset that is applied; any other is left alone.
   * @returns milliseconds until its next run, when a limited rate paused it
   * @throws the reason of the signal when the host stops
   */
  async run(scope: JobScope, id: string): Promise<number | undefined> {
    const { store, reader, ends } = this.#options
    const run = await store.start(scope.orgId, id)
    if (run === undefined) return undefined
    let journal: RunJournal | undefined
    try {
      journal = await RunJournal.load(run, { reader, store })
      const refusal = await this.#apply(scope, run, journal)
      if (refusal === undefined) await ends.apply(run, journal)
      else if (refusal === 'stale_plan') await ends.expire(run)
      else await ends.interrupt(run, refusal)
      return undefined
    } catch (error) {
      return await this.#fail(scope, run, { error, journal })
    }
  }

  /** @returns why it is not applied */
  async #apply(scope: JobScope, run: StartedRun, journal: RunJournal): Promise<string | undefined> {
    if (!(await this.#areOn(run))) return 'feature_disabled'
    const isUntouched = journal.steps.every(({ state }) => state === 'waiting')
    await this.#judge(run, journal)
    if (isUntouched && (journal.has('applied') || journal.has('differs'))) return 'stale_plan'
    await journal.save()
    if (journal.has('differs')) return 'conflict'
    const isHalfDone = journal.has('applied') && journal.has('waiting')
    if (isHalfDone && !run.row.resumes) return 'interrupted'
    await this.#write(scope, run, journal)
    await this.#judge(run, journal)
    await journal.save()
    if (journal.steps.some(({ state }) => state !== 'applied')) return 'not_verified'
    for (const part of run.parts) await this.#settle(run, part, journal)
    return undefined
  }

  /** Sets the state of every step by reading the targets. */
  async #judge({ orgId, parts }: StartedRun, journal: RunJournal): Promise<void> {
    for (const part of parts) {
      const steps = journal.of(part)
      const { values } = await this.#options.calls.read(
        orgId,
        part,
        steps.map(({ step }) => step.key),
      )
      for (const each of steps) each.state = judged(each, values)
    }
  }

  async #write({ orgId, signal, progress }: JobScope, run: StartedRun, journal: RunJournal): Promise<void> {
    const { calls, isOn, notify } = this.#options
    let notifiedAt = performance.now()
    await journal.writeAll(async ({ step, part }, done) => {
      signal.throwIfAborted()
      if (!(await isOn(orgId, part.plugin))) throw new Problem('feature_disabled')
      await calls.write(orgId, part, { step, signal })
      progress(done / run.row.count)
      if (performance.now() - notifiedAt < notifyEvery) return
      notifiedAt = performance.now()
      notify(orgId)
    })
  }

  async #settle({ orgId }: StartedRun, part: PartRow, journal: RunJournal): Promise<void> {
    const { plugin, kind, target, title } = part
    const steps = journal.of(part).map(({ step }) => step)
    await this.#options.calls.settled(orgId, { plugin, kind, target, title, steps })
  }

  async #areOn({ orgId, parts }: StartedRun): Promise<boolean> {
    const all = await Promise.all(parts.map(({ plugin }) => this.#options.isOn(orgId, plugin)))
    return all.every(Boolean)
  }

  /** A stop of the host or a limited rate pauses it; an error interrupts it; a run that was replaced decides nothing. */
  async #fail({ signal }: JobScope, run: StartedRun, { error, journal }: Failure): Promise<number | undefined> {
    if (error instanceof RunEnded) return undefined
    if (signal.aborted) {
      await this.#options.store.pause(run)
      throw signal.reason
    }
    if (!(error instanceof Problem)) throw error
    const delay = retryDelay(error)
    const pauses = journal?.hasAdvanced === true ? 0 : run.row.pauses + 1
    if (delay !== undefined && pauses <= changeLimits.pauses) {
      await this.#options.store.pause(run, pauses)
      return delay
    }
    if (journal?.has('writing') === true && (await this.#areOn(run))) await this.#judgeIfReadable(run, journal)
    await this.#options.ends.interrupt(run, error.code)
    return undefined
  }

  /** Shows people what the failed step did, where the target can be read. */
  async #judgeIfReadable(run: StartedRun, journal: RunJournal): Promise<void> {
    try {
      await this.#judge(run, journal)
    } catch {
      return
    }
    await journal.save()
  }
}

interface Failure {
  readonly error: unknown
  readonly journal: RunJournal | undefined
}

function judged({ step }: RunStep, values: ReadonlyMap<string, unknown>): RunStep['state'] {
  const present = values.get(step.key) ?? null
  if (isSameJson(present, step.after)) return 'applied'
  return isSameJson(present, step.before) ? 'waiting' : 'differs'
}
