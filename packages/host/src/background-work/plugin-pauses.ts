/**
 * Paused plugins, as this process knows them, and the results of their attempts.
 *
 * Attempts are counted here and written together, at most a few times a second; a healthy plugin writes nothing. The
 * rows are shared: a writer publishes its change on the bus, and each process then reads them again, and also every few
 * seconds in case a hint was lost. A pause that is over lets one job run, on the process that recorded it first.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '@host/plugin'
import type { BackgroundWorkService, PausedPlugin } from '@host/plugin/platform'
import type { Bus } from '../database/bus/bus.ts'
import type { BackgroundPauses, EndedAttempt } from '../jobs/background-pauses.ts'
import { runPeriodically } from '../support/periodic.ts'
import { afterAttempts, isTried, onTrial, type Streak, type AttemptResults } from './breaker.ts'
import type { PauseStore, StreakChange } from './pause-store.ts'
import { together, withTry } from './try-tally.ts'

/** Options of pauses. */
export interface PauseOptions {
  readonly store: Pick<PauseStore, 'all' | 'change'>
  readonly bus: Bus
  readonly clock: () => number
  readonly log: Log
  /** Called when a pause has begun, been prolonged or ended, on the process that wrote it. */
  readonly onChange: () => void
}

const topic = 'background-work'
const readEvery = 5_000
const writeEvery = 250

export class PluginPauses implements BackgroundWorkService, BackgroundPauses {
  readonly isHeld = false
  readonly #options: PauseOptions
  /** Where no caller's transaction is joined. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #listeners = new Set<Parameters<BackgroundWorkService['onPause']>[0]>()
  /** Plugins of which this process may begin one job, each with the end of that trial. */
  readonly #trials = new Map<string, number>()
  readonly #claiming = new Set<string>()
  readonly #unwritten = new Map<string, AttemptResults>()
  #known: ReadonlyMap<string, Streak> = new Map()
  #writing: Promise<void> | undefined
  #writtenAt = 0
  #timer: NodeJS.Timeout | undefined
  #wake: () => void = () => undefined

  constructor(options: PauseOptions) {
    this.#options = options
  }

  allowance(plugin: string): number {
    const paused = this.#known.get(plugin)?.paused
    if (paused === undefined) return Number.POSITIVE_INFINITY
    return this.#isOnTrial(plugin) ? 1 : 0
  }

  began(plugin: string): void {
    this.#trials.delete(plugin)
  }

  /** Whether no job of a plugin is to begin, as far as this process knows. */
  isPaused(plugin: string): boolean {
    return this.#known.get(plugin)?.paused !== undefined
  }

  ended(ended: EndedAttempt): void {
    const { plugin, fault } = ended
    // Other servers make the host's own jobs fail, such as emails; a pause would hold up those that would succeed.
    if (plugin === 'host') return
    const earlier = this.#unwritten.get(plugin)
    if (fault === undefined && earlier === undefined && !this.#known.has(plugin)) return
    this.#unwritten.set(plugin, withTry(earlier, ended, this.#options.clock()))
    this.#outside(() => this.#writeSoon())
  }

  /** Registers the callback for jobs that may run again. */
  onRelease(wake: () => void): void {
    this.#wake = wake
  }

  onPause(tell: Parameters<BackgroundWorkService['onPause']>[0]): () => void {
    this.#listeners.add(tell)
    return () => void this.#listeners.delete(tell)
  }

  async paused(): Promise<readonly PausedPlugin[]> {
    this.#known = await this.#options.store.all()
    return [...this.#known].flatMap(([plugin, streak]) => pausedPlugin(plugin, streak) ?? [])
  }

  async resume(plugin: string): Promise<boolean> {
    const change = await this.#options.store.change(plugin, (before) =>
      before?.paused === undefined ? before : undefined,
    )
    this.#unwritten.delete(plugin)
    this.#learn(plugin, change)
    return change.before?.paused !== undefined
  }

  /** Reads the pauses, and keeps them current. @returns a function that stops it, with everything written */
  async start(): Promise<() => Promise<void>> {
    const { bus, log } = this.#options
    await this.paused()
    const onError = (error: unknown): void => log.debug('Paused plugins could not be read', { err: error })
    const read = (): void => void this.paused().catch(onError)
    const leave = bus.subscribe(topic, { onMessage: read, onGap: read })
    const stop = runPeriodically({ every: readEvery, work: async () => await this.paused(), onError })
    return async () => {
      leave()
      await stop()
      await this.flush()
    }
  }

  /** Writes the counts. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    await (this.#writing = this.#write().finally(() => (this.#writing = undefined)))
  }

  /** Whether the one job that a pause lets through is this process's to begin; takes it where its time has come. */
  #isOnTrial(plugin: string): boolean {
    const streak = this.#known.get(plugin)
    const now = this.#options.clock()
    const paused = streak?.paused
    if (paused !== undefined && isTried(paused, now)) return this.#trials.get(plugin) === paused.trialUntil
    if (onTrial(streak, now) !== undefined) this.#claimTrial(plugin)
    return false
  }

  #writeSoon(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#writtenAt + writeEvery - performance.now())
    this.#timer = setTimeout(() => void this.flush(), wait).unref()
  }

  async #write(): Promise<void> {
    const tallies = [...this.#unwritten]
    this.#unwritten.clear()
    this.#writtenAt = performance.now()
    for (const [plugin, tries] of tallies) {
      try {
        const now = this.#options.clock()
        this.#learn(plugin, await this.#options.store.change(plugin, (before) => afterAttempts(before, tries, now)))
      } catch (error) {
        this.#unwritten.set(plugin, together(tries, this.#unwritten.get(plugin)))
        this.#options.log.warn('The state of background work could not be stored', { plugin, err: error })
      }
    }
  }

  #claimTrial(plugin: string): void {
    if (this.#claiming.has(plugin)) return
    this.#claiming.add(plugin)
    this.#outside(() => void this.#claim(plugin).finally(() => this.#claiming.delete(plugin)))
  }

  async #claim(plugin: string): Promise<void> {
    const { store, clock, log } = this.#options
    try {
      const change = await store.change(plugin, (before) => onTrial(before, clock()) ?? before)
      const trialUntil = change.after?.paused?.trialUntil
      if (change.after !== change.before && trialUntil !== undefined) this.#trials.set(plugin, trialUntil)
      this.#learn(plugin, change)
    } catch (error) {
      log.debug('An expired pause could not be ended', { plugin, err: error })
    }
  }

  /** Updates this process's state of a plugin, and publishes it to the others when it changed. */
  #learn(plugin: string, { before, after }: StreakChange): void {
    const { bus, log, onChange } = this.#options
    this.#known = withStreak(this.#known, plugin, after)
    if ((before === undefined) !== (after === undefined) || before?.paused !== after?.paused) bus.publish(topic, plugin)
    if (before?.paused === after?.paused) return
    if (after?.paused === undefined) {
      this.#trials.delete(plugin)
      log.info('Background work resumed', { plugin })
    } else if (after.paused.trialUntil === undefined) {
      log.warn('Background work paused after repeated failures', { ...pausedPlugin(plugin, after) })
      if (before?.paused === undefined) this.#tell(plugin, after)
    }
    if (this.allowance(plugin) > 0) this.#wake()
    onChange()
  }

  #tell(plugin: string, streak: Streak): void {
    const paused = pausedPlugin(plugin, streak)
    if (paused === undefined) return
    for (const tell of this.#listeners) {
      Promise.try(tell, paused).catch((error: unknown) =>
        this.#options.log.error('A pause could not be published', { plugin, err: error }),
      )
    }
  }
}

function withStreak(known: ReadonlyMap<string, Streak>, plugin: string, streak: Streak | undefined) {
  const next = new Map(known)
  if (streak === undefined) next.delete(plugin)
  else next.set(plugin, streak)
  return next
}

function pausedPlugin(plugin: string, { failures, fault, paused }: Streak): PausedPlugin | undefined {
  if (paused === undefined) return undefined
  const { since, until } = paused
  return {
    plugin,
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    failures,
    fault,
  }
}
