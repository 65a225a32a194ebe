/**
 * Clicks on their way to the database:
 *
 *   redirect --note--> read, packed --50 ms--> journal --seconds--> counts, in one transaction
 *
 * A crash loses those that wait; those of the journal are counted by another process. A stop counts all of them first.
 * Redirects never wait for any of this.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import {
  Geo,
  type EventsService,
  type JobsService,
  type InstanceTables,
  type LiveService,
  type Log,
  type PluginContext,
  type ScopedDatabase,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import { ClickCounts } from './click-counts.ts'
import { recoverClicks, recoverDelay } from './recover-clicks.ts'
import { chunks, JournalPage, writeJournal, type JournalEntry } from './click-journal.ts'
import type { Click } from './click.ts'
import { DaySalts } from './day-salts.ts'
import { FacetValues } from './facet-values.ts'
import { ClickReader, type ReadClick, type WaitingClick } from './read-click.ts'
import { SeenVisitors } from './seen-visitors.ts'
import { storeCounts, TakenAway } from './store-counts.ts'

/** Milliseconds for which clicks are collected. */
const journalDelay = 50
/** Milliseconds until the clicks of the journal are counted: at least, and at most. */
const [shortestDelay, longestDelay] = [1_000, 6_000]
/** A count is followed by so many times the time that it took. */
const restAfterCount = 20
/** More clicks than these are not counted: a database that is away must not fill the memory. */
const mostWaiting = 200_000
/** Clicks of new visitors that are read between two turns of the event loop. */
const readAtOnce = 50
/** Tries of a batch, with pauses that grow to five seconds: some minutes. A part of it is tried less often. */
const [tries, triesOfPart] = [60, 3]
const longestPause = 5_000
/** Rows of the journal that one transaction counts, each of at most 2,000 clicks. */
const entriesAtOnce = 50

/** Answers that clicks change. */
export const changedPaths = ['/api/x/links/statistics', '/api/x/links/clicks', '/api/x/links/links', '/api/x/links/top']

/** What the writer needs of the plugin. */
export type WriterContext = Pick<PluginContext<Tables>, 'db' | 'log' | 'lookup'>

/** Services of the writer. */
export interface WriterServices {
  readonly live: LiveService
  readonly events: Pick<EventsService, 'publish'>
  readonly jobs: Pick<JobsService<Tables>, 'enqueueForInstance'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export class ClickWriter {
  readonly #ctx: WriterContext
  readonly #log: Log
  readonly #services: WriterServices
  readonly #values = new FacetValues()
  readonly #visitors = new SeenVisitors()
  readonly #reader: ClickReader
  #page = new JournalPage()
  /** Clicks of visitors that are not known yet. */
  #unread: WaitingClick[] = []
  /** Rows of the journal that wait to be counted. */
  #uncounted: JournalEntry[] = []
  #lost = 0
  #countDelay = shortestDelay
  #guardedAt = Number.NEGATIVE_INFINITY
  #journalTimer: NodeJS.Timeout | undefined
  #countTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #counting: Promise<void> = Promise.resolve()
  #opened: ScopedDatabase<InstanceTables<Tables>> | undefined

  constructor(ctx: WriterContext, services: WriterServices) {
    this.#ctx = ctx
    this.#services = services
    this.#log = ctx.log
    const salts = new DaySalts(() => this.#open())
    const geo = () => ctx.lookup(Geo)
    this.#reader = new ClickReader(geo, (orgId, day) => salts.of(orgId, day))
  }

  /** Counts a click soon. */
  note(click: Click): void {
    if (this.#waiting >= mostWaiting) {
      this.#lost += 1
      return
    }
    const known = this.#reader.readKnown(click)
    if (known === undefined) this.#unread.push(this.#reader.waiting(click))
    else this.#page.add(known)
    this.#journalTimer ??= setTimeout(() => void this.#journal(), journalDelay)
  }

  /** A click as it would be stored. */
  preview(click: Click): Promise<ReadClick> {
    return this.#reader.read(this.#reader.waiting(click))
  }

  /** The visitor of a visit, as clicks of the day name them. */
  visitorOf(visit: Pick<Click, 'orgId' | 'at' | 'address' | 'agent'>): Promise<string> {
    return this.#reader.visitorOf(visit)
  }

  /** Resolves when every click so far is counted. */
  async settle(): Promise<void> {
    while (this.#waiting > 0 || this.#writing !== undefined) await this.#journal()
    await this.#count()
  }

  /** Counts what processes that have ended left in the journal. */
  async recover(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) await this.#store([entry], true)
  }

  get #waiting(): number {
    return this.#unread.length + this.#page.size
  }

  #journal(): Promise<void> {
    clearTimeout(this.#journalTimer)
    this.#journalTimer = undefined
    return (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      if (this.#waiting > 0) this.#journalTimer ??= setTimeout(() => void this.#journal(), journalDelay)
    }))
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting > 0) {
      const [page, unread] = [this.#page, this.#unread]
      this.#page = new JournalPage()
      this.#unread = []
      await this.#read(unread, page)
      await this.#write(page.entries(this.#services.clock()))
    }
    if (this.#lost === 0) return
    this.#log.error('Clicks were not counted: too many waited for the database', { clicks: this.#lost })
    this.#lost = 0
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
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
    const db = this.#open()
    const written = await this.#tried(most, (attempt) =>
      writeJournal(db, { entries, isRepeated: isRepeated || attempt > 1, guard: () => this.#guard() }),
    )
    if (written === undefined) return false
    this.#uncounted.push(...written)
    this.#countTimer ??= setTimeout(() => void this.#count(), this.#countDelay)
    return true
  }

  /** Enqueues the job that counts what a crash leaves behind: one that waits goes on while the journal has rows. */
  async #guard(): Promise<void> {
    const now = performance.now()
    if (now - this.#guardedAt < recoverDelay / 2) return
    await this.#services.jobs.enqueueForInstance(recoverClicks, {}, { delay: recoverDelay, uniqueKey: 'journal' })
    this.#guardedAt = now
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
      const entries = this.#uncounted
      if (entries.length === 0) return
      this.#uncounted = []
      const since = performance.now()
      for (const some of chunks(entries, entriesAtOnce)) await this.#store(some, false)
      const rest = restAfterCount * (performance.now() - since)
      this.#countDelay = Math.min(Math.max(rest, shortestDelay), longestDelay)
    }))
  }

  /** Clicks that can't be counted stay in the journal, for a later attempt. */
  async #store(entries: readonly JournalEntry[], isRecovered: boolean): Promise<void> {
    const db = this.#open()
    const { events, live } = this.#services
    const parts = { db, events, values: this.#values, visitors: this.#visitors }
    const counts = new ClickCounts()
    for (const entry of entries) {
      counts.add(entry)
      await turn()
    }
    try {
      const stored = await this.#tried(triesOfPart, () => storeCounts(parts, counts, isRecovered).then(() => true))
      if (stored === true) {
        for (const orgId of counts.orgs.keys()) live.changed(orgId, changedPaths)
      }
    } catch (error) {
      if (!(error instanceof TakenAway)) throw error
    }
  }

  /** Adds the clicks of new visitors to a page. They wait for a database that is away like those of the others. */
  async #read(clicks: readonly WaitingClick[], page: JournalPage): Promise<void> {
    this.#reader.begin()
    let most = tries
    for (const [place, click] of clicks.entries()) {
      if (place % readAtOnce === readAtOnce - 1) await turn()
      const read = await this.#tried(most, () => this.#reader.read(click))
      if (read !== undefined) {
        page.add(read)
        continue
      }
      this.#lost += 1
      most = triesOfPart
    }
  }

  #open(): ScopedDatabase<InstanceTables<Tables>> {
    return (this.#opened ??= this.#ctx.db.asInstance('count clicks of all workspaces together'))
  }
}
