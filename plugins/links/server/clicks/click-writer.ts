/**
 * Clicks on their way to the database:
 *
 *   redirect --note--> waiting --100 ms--> read --> journal --seconds--> counts, in one transaction
 *
 * A crash loses those that wait; those of the journal are counted by another process. A stop counts all of them first.
 * Redirects never wait for any of this.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import {
  Geo,
  type EventsService,
  type InstanceTables,
  type LiveService,
  type Log,
  type PluginContext,
  type ScopedDatabase,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import { ClickCounts } from './click-counts.ts'
import { clicksOf, journalEntries, writeJournal, type JournalEntry } from './click-journal.ts'
import type { Click } from './click.ts'
import { DaySalts } from './day-salts.ts'
import { FacetValues } from './facet-values.ts'
import { ClickReader, type ReadClick } from './read-click.ts'
import { storeCounts, TakenAway } from './store-counts.ts'

/** Milliseconds for which clicks are collected. */
const journalDelay = 100
/** Milliseconds until the clicks of the journal are counted: of the first ones, and while many come. */
const [countDelay, busyDelay] = [1_000, 4_000]
const mostOfBatch = 10_000
/** More clicks than these are not counted: a database that is away must not fill the memory. */
const mostWaiting = 200_000
/** Clicks that are read between two turns of the event loop. */
const readAtOnce = 500
/** Tries of a batch, with pauses that grow to five seconds: some minutes. A part of it is tried less often. */
const [tries, triesOfPart] = [60, 3]
const longestPause = 5_000

/** What the writer needs of the plugin. */
export type WriterContext = Pick<PluginContext<Tables>, 'db' | 'log' | 'lookup'>

/** Services of the writer. */
export interface WriterServices {
  readonly live: LiveService
  readonly events: Pick<EventsService, 'publish'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export class ClickWriter {
  readonly #ctx: WriterContext
  readonly #log: Log
  readonly #services: WriterServices
  readonly #values = new FacetValues()
  #waiting: Click[] = []
  #counts = new ClickCounts()
  #lost = 0
  #countedAt = Number.NEGATIVE_INFINITY
  #journalTimer: NodeJS.Timeout | undefined
  #countTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #counting: Promise<void> = Promise.resolve()
  #opened: { readonly db: ScopedDatabase<InstanceTables<Tables>>; readonly reader: ClickReader } | undefined

  constructor(ctx: WriterContext, services: WriterServices) {
    this.#ctx = ctx
    this.#services = services
    this.#log = ctx.log
  }

  /** Counts a click soon. */
  note(click: Click): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#lost += 1
      return
    }
    this.#waiting.push(click)
    this.#journalTimer ??= setTimeout(() => void this.#journal(), journalDelay)
  }

  /** Resolves when every click so far is counted. */
  async settle(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== undefined) await this.#journal()
    await this.#count()
  }

  /** Counts what processes that have ended left in the journal. */
  async recover(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) {
      const counts = new ClickCounts()
      counts.add(clicksOf(entry))
      counts.batches.push(entry.batch)
      await this.#store(counts, true)
    }
  }

  #journal(): Promise<void> {
    clearTimeout(this.#journalTimer)
    this.#journalTimer = undefined
    return (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      if (this.#waiting.length > 0) this.#journalTimer ??= setTimeout(() => void this.#journal(), journalDelay)
    }))
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, mostOfBatch)
      this.#waiting = this.#waiting.slice(mostOfBatch)
      await this.#write(some)
    }
    if (this.#lost === 0) return
    this.#log.error('Clicks were not counted: too many waited for the database', { clicks: this.#lost })
    this.#lost = 0
  }

  async #write(clicks: readonly Click[]): Promise<void> {
    const entries = await this.#tried(tries, async () =>
      journalEntries(await this.#read(clicks), this.#services.clock()),
    )
    if (entries === undefined) {
      this.#log.error('Clicks were not counted', { clicks: clicks.length })
      return
    }
    if (await this.#tryToJournal(entries, { most: tries, isRepeated: false })) return
    // One workspace whose clicks can't be stored must not take those of the others with it.
    for (const entry of entries) {
      if (await this.#tryToJournal([entry], { most: triesOfPart, isRepeated: true })) continue
      this.#log.error('Clicks of a workspace were not counted', { orgId: entry.org_id })
    }
  }

  async #tryToJournal(
    entries: readonly JournalEntry[],
    { most, isRepeated }: { readonly most: number; readonly isRepeated: boolean },
  ): Promise<boolean> {
    const { db } = this.#open()
    const written = await this.#tried(most, (attempt) => writeJournal(db, entries, isRepeated || attempt > 1))
    if (written === undefined) return false
    for (const entry of written) {
      this.#counts.add(clicksOf(entry))
      this.#counts.batches.push(entry.batch)
    }
    const isBusy = performance.now() - this.#countedAt < busyDelay
    this.#countTimer ??= setTimeout(() => void this.#count(), isBusy ? busyDelay : countDelay)
    return true
  }

  async #tried<Result>(most: number, step: (attempt: number) => Promise<Result>): Promise<Result | undefined> {
    for (let attempt = 1; attempt <= most; attempt += 1) {
      try {
        return await step(attempt)
      } catch (error) {
        if (error instanceof TakenAway) throw error
        this.#log.warn('Clicks could not be stored', { attempt, err: error })
        if (attempt < most) await pause(Math.min(journalDelay * attempt, longestPause))
      }
    }
    return undefined
  }

  #count(): Promise<void> {
    clearTimeout(this.#countTimer)
    this.#countTimer = undefined
    return (this.#counting = this.#counting.then(async () => {
      const counts = this.#counts
      if (counts.size === 0) return
      this.#counts = new ClickCounts()
      await this.#store(counts, false)
      this.#countedAt = performance.now()
    }))
  }

  /** Clicks that can't be counted stay in the journal, for a later attempt. */
  async #store(counts: ClickCounts, isRecovered: boolean): Promise<void> {
    const { db } = this.#open()
    const { events, live } = this.#services
    const parts = { db, events, values: this.#values }
    try {
      const stored = await this.#tried(triesOfPart, () => storeCounts(parts, counts, isRecovered).then(() => true))
      if (stored === true) {
        for (const orgId of counts.orgs.keys()) live.changed(orgId, ['/api/x/links/statistics', '/api/x/links/clicks'])
      }
    } catch (error) {
      if (!(error instanceof TakenAway)) throw error
    }
  }

  async #read(clicks: readonly Click[]): Promise<readonly ReadClick[]> {
    const { reader } = this.#open()
    reader.begin()
    const read: ReadClick[] = []
    for (const [place, click] of clicks.entries()) {
      if (place % readAtOnce === readAtOnce - 1) await turn()
      const one = reader.read(click)
      read.push(one instanceof Promise ? await one : one)
    }
    return read
  }

  #open() {
    if (this.#opened === undefined) {
      const db = this.#ctx.db.asInstance('count clicks of all workspaces together')
      const salts = new DaySalts(db)
      const geo = () => this.#ctx.lookup(Geo)
      this.#opened = { db, reader: new ClickReader(geo, (orgId, day) => salts.of(orgId, day)) }
    }
    return this.#opened
  }
}
