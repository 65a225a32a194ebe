/**
 * Writes usage, every ten seconds and when the host stops:
 *
 *   counted --take--> pending --add--> written
 *                       '--the database is away: kept, and tried again with what came meanwhile
 *
 * A killed process loses its unwritten counts: at most ten seconds of it. While the database is away, memory stays
 * bounded: beyond a number of rows workspaces are no longer told apart.
 */
import type { Log } from '@host/plugin'
import { setTimeout as wait } from 'node:timers/promises'
import { ClockDriftGuard } from '../../support/clock-drift-guard.ts'
import { runPeriodically } from '../../support/periodic.ts'
import { instanceOrgId } from '../../request/instance-org-id.ts'
import { Tally } from '../../request/tally.ts'
import { otherOrgs, type UsageMeter } from './usage-meter.ts'
import { hourLength, type UsageRow, type UsageStore } from './usage-store.ts'

/** Options of the writer. */
export interface UsageWriterOptions {
  readonly usage: Pick<UsageMeter, 'take' | 'forget'>
  readonly store: Pick<UsageStore, 'add' | 'removeBefore' | 'removeOrphans'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Milliseconds of a clock that can't be set. */
  readonly steady: () => number
  readonly log: Log
}

/** Milliseconds between two writes. */
const every = 10_000
/** Milliseconds between two slices of a sweep. */
const betweenSlices = 20
/** How long usage is kept, in milliseconds. */
const keptFor = 90 * 24 * hourLength
/** How many rows wait for a database that is away. */
const mostRows = 20_000

export class UsageWriter {
  readonly #options: UsageWriterOptions
  readonly #pending = new Map<string, UsageRow>()
  #writing: Promise<void> = Promise.resolve()
  #sweptAt = 0
  readonly #driftGuard: ClockDriftGuard
  #isAway = false

  constructor(options: UsageWriterOptions) {
    this.#options = options
    this.#driftGuard = new ClockDriftGuard(options.clock, options.steady)
  }

  /** Starts writing. @returns a function that stops it, with a last write */
  start(): () => Promise<void> {
    this.#sweptAt = this.#options.steady()
    // Two, since a sweep may take longer than the time between two writes.
    const stops = [
      runPeriodically({
        every,
        isRunAtStop: true,
        work: async () => await this.write(),
        onError: (error) => this.#warnOnce('Plugin usage could not be stored; it is kept and retried', error),
      }),
      runPeriodically({
        every,
        work: async (stopping) => await this.#sweep(stopping),
        onError: (error) => this.#warnOnce('Old usage records could not be removed; retrying', error),
      }),
    ]
    return async () => void (await Promise.all(stops.map((stop) => stop())))
  }

  /** Writes the counts so far. Never throws: unwritten counts are kept. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Drops the counts of an erased workspace. */
  forget(orgId: string): void {
    this.#options.usage.forget(orgId)
    for (const [key, row] of this.#pending) if (row.orgId === orgId) this.#pending.delete(key)
  }

  async #write(): Promise<void> {
    this.#takeUp()
    if (this.#pending.size === 0) return
    try {
      await this.#options.store.add([...this.#pending.values()])
      this.#pending.clear()
      this.#isAway = false
    } catch (error) {
      this.#warnOnce('Plugin usage could not be stored; it is kept and retried', error)
    }
  }

  #takeUp(): void {
    const { usage, clock } = this.#options
    const now = clock()
    const hour = now - (now % hourLength)
    for (const { plugin, orgId, tally } of usage.take()) {
      const isRoom = this.#pending.size < mostRows || orgId === instanceOrgId
      this.#keep({ hour, plugin, orgId: isRoom ? orgId : otherOrgs, tally })
    }
  }

  #keep(row: UsageRow): void {
    const key = `${row.hour} ${row.plugin} ${row.orgId}`
    const known = this.#pending.get(key)
    const tally = new Tally()
    if (known !== undefined) tally.add(known.tally)
    tally.add(row.tally)
    this.#pending.set(key, { ...row, tally })
  }

  /** Once an hour; while the clock was set within the last one, nothing is old. */
  async #sweep(signal: AbortSignal): Promise<void> {
    const { store, clock, steady } = this.#options
    const isStable = this.#driftGuard.isStable()
    if (steady() - this.#sweptAt < hourLength) return
    this.#sweptAt = steady()
    const pause = async (): Promise<void> => await wait(betweenSlices, undefined, { signal })
    if (isStable) await store.removeBefore(clock() - keptFor, pause)
    await store.removeOrphans(pause)
  }

  #warnOnce(message: string, error: unknown): void {
    if (!this.#isAway) this.#options.log.warn(message, { error })
    this.#isAway = true
  }
}
