/**
 * Clicks on their way to the database:
 *
 *   redirect --note--> waiting --100 ms--> read --> stored in one transaction
 *
 * A crash loses those that wait. A stop writes them first. Redirects never wait for any of this.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import {
  Geo,
  type InstanceTables,
  type LiveService,
  type Log,
  type PluginContext,
  type ScopedDatabase,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Click } from './click.ts'
import { DaySalts } from './day-salts.ts'
import { ClickReader, type ReadClick } from './read-click.ts'
import { storeClicks, type ClickBatch } from './store-clicks.ts'

/** Milliseconds for which clicks are collected. */
const delay = 100
const mostOfBatch = 1_000
/** More clicks than these are not counted: a database that is away must not fill the memory. */
const mostWaiting = 200_000
/** Clicks that are read between two turns of the event loop. */
const readAtOnce = 50
/** Tries of a batch, with pauses that grow to five seconds: some minutes. A part of it is tried less often. */
const [tries, triesOfPart] = [60, 3]
const longestPause = 5_000
/** Milliseconds between two announcements to pages. */
const announceDelay = 1_000

/** What the writer needs of the plugin. */
export type WriterContext = Pick<PluginContext<Tables>, 'db' | 'log' | 'lookup'>

interface UnreadBatch extends Omit<ClickBatch, 'clicks'> {
  readonly clicks: readonly Click[]
}

export class ClickWriter {
  readonly #ctx: WriterContext
  readonly #log: Log
  readonly #live: LiveService
  /** Workspaces whose pages are told of new clicks soon. */
  readonly #news = new Set<string>()
  #waiting: Click[] = []
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #opened: { readonly db: ScopedDatabase<InstanceTables<Tables>>; readonly salts: DaySalts } | undefined

  constructor(ctx: WriterContext, live: LiveService) {
    this.#ctx = ctx
    this.#live = live
    this.#log = ctx.log
  }

  /** Counts a click soon. */
  note(click: Click): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#lost += 1
      return
    }
    this.#waiting.push(click)
    this.#timer ??= setTimeout(() => void this.settle(), delay)
  }

  /** Resolves when every click so far is stored. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    }))
    if (this.#waiting.length > 0 && this.#timer === undefined) await this.settle()
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
    const id = randomUUID()
    if (await this.#tryToStore({ id, clicks }, tries)) return
    const whole = { id, orgId: clicks[0]?.orgId ?? '' }
    // One workspace whose clicks can't be stored must not take those of the others with it.
    for (const [orgId, own] of Map.groupBy(clicks, (click) => click.orgId)) {
      if (await this.#tryToStore({ id: randomUUID(), clicks: own, whole }, triesOfPart)) continue
      this.#log.error('Clicks of a workspace were not counted', { orgId, clicks: own.length })
    }
  }

  async #tryToStore({ clicks, ...batch }: UnreadBatch, most: number): Promise<boolean> {
    for (let attempt = 1; attempt <= most; attempt += 1) {
      try {
        const { db } = this.#open()
        await storeClicks(db, { ...batch, clicks: await this.#read(clicks) })
        this.#announce(clicks)
        return true
      } catch (error) {
        this.#log.warn('Clicks could not be stored', { attempt, err: error })
        if (attempt < most) await pause(Math.min(delay * attempt, longestPause))
      }
    }
    return false
  }

  async #read(clicks: readonly Click[]): Promise<readonly ReadClick[]> {
    const { salts } = this.#open()
    const reader = new ClickReader(this.#ctx.lookup(Geo), (orgId, day) => salts.of(orgId, day))
    const read: ReadClick[] = []
    for (const [place, click] of clicks.entries()) {
      if (place % readAtOnce === readAtOnce - 1) await turn()
      read.push(await reader.read(click))
    }
    return read
  }

  /** Pages fetch again once a second at most. */
  #announce(clicks: readonly Click[]): void {
    const isFirst = this.#news.size === 0
    for (const { orgId } of clicks) this.#news.add(orgId)
    if (isFirst) setTimeout(() => this.#tell(), announceDelay).unref()
  }

  #tell(): void {
    for (const orgId of this.#news) this.#live.changed(orgId, ['/api/x/links/statistics', '/api/x/links/clicks'])
    this.#news.clear()
  }

  #open() {
    if (this.#opened === undefined) {
      const db = this.#ctx.db.asInstance('count clicks of all workspaces together')
      this.#opened = { db, salts: new DaySalts(db) }
    }
    return this.#opened
  }
}
