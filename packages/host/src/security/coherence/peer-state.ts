/**
 * One process among those that cache rights, without its input and output.
 *
 *   away --joined--> joined --beaten--> joined
 *     ^                 '--lost: its row is gone, or the medium does not answer--'
 *
 * Every process has one row with its announced changes and the numbers it has acknowledged from the others, and all
 * read all rows with each heartbeat. A trusted cache is correct because of these rules:
 *   - Trust lasts for a second from when a heartbeat was sent, and a heartbeat counts only after all announcements in the rows are noted in the epochs. So a second after something was written, every process that still trusts its cache has noted it.
 *   - A missing row may have contained an announcement: then any rights may have changed. The same holds for a process that has joined again, and for one that was silent for so long that a row may have come and gone meanwhile.
 *   - A row whose heartbeat stands still for longer than its owner's trust can last is removed. So a process that was killed between its commit and its announcement is noticed by all the others.
 */
import type { Epochs } from './epochs.ts'
import type { News, PeerRow, Wakes } from './medium.ts'
import type { Moment } from './trust.ts'

/** How long a beat keeps trust, from when it was sent, in milliseconds. */
export const trustFor = 1_000
/** How long a row stands still before it is removed: longer than trust lasts, however clocks drift. */
export const silence = 1_250
/** How many things wait to be heard; more than that say no more than that anyone may have changed. */
const mostNews = 32
const longAgo: Moment = { steady: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

/** Options of a process. */
export interface PeerOptions {
  readonly epochs: Epochs
  /** Called with the time until which the cache may be trusted. */
  readonly trust: { grant(until: Moment): void }
  readonly newId: () => string
}

/** The result of reading the rows. */
export interface Look {
  /** Rows whose owners are silent; to be removed, and read again before anything is trusted. */
  readonly silent: readonly PeerRow[]
  /** Whether others wait for the acknowledgments of this process. */
  readonly hasHeard: boolean
}

export class PeerState {
  readonly #options: PeerOptions
  #row: PeerRow
  #news: News[] = []
  #said = 0
  readonly #heard = new Map<string, number>()
  /** Since when the heartbeats of the others are unchanged. */
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number }>()
  /** All others as of the last beat; undefined before the first of this life. */
  #others: readonly PeerRow[] | undefined
  #trustedUntil: Moment = longAgo

  constructor(options: PeerOptions) {
    this.#options = options
    this.#row = this.#fresh()
  }

  get id(): string {
    return this.#row.id
  }

  /** The row as it was last written. */
  get current(): PeerRow {
    return this.#row
  }

  /** Says that some slots have changed. @returns its number, under which `isHeard` knows it */
  say(slots: readonly number[] | null): number {
    this.#said += 1
    this.#news.push([this.#said, slots])
    if (this.#news.length > mostNews) this.#news = [[this.#said, null]]
    return this.#said
  }

  /** Whether all processes that there were at the last beat have heard it. */
  isHeard(number: number): boolean {
    if (this.#others === undefined || number > this.#row.said) return false
    return this.#others.every(({ heard }) => (heard[this.id] ?? 0) >= number)
  }

  /**
   * Begins a new life under a new id. Unacknowledged announcements are repeated, as number 1. @returns the row to join
   * with
   */
  restart(): PeerRow {
    if (this.#news.length > 0) this.#news = [[1, null]]
    this.#said = this.#news.length
    this.#heard.clear()
    this.#seen.clear()
    this.#others = undefined
    this.#trustedUntil = longAgo
    return (this.#row = this.#fresh())
  }

  /** The row to write with the next beat. */
  next(): PeerRow {
    const beat = this.#row.beat + 1
    return { id: this.id, beat, said: this.#said, news: [...this.#news], heard: Object.fromEntries(this.#heard) }
  }

  /** Processes that the next row concerns. */
  wakesOf({ said, heard }: PeerRow): Wakes {
    if (said > this.#row.said) return 'all'
    return Object.keys(heard).filter((id) => heard[id] !== this.#row.heard[id])
  }

  /**
   * Takes the rows that were read when a row was written. @param sent when that was sent @param now when it was
   * answered
   */
  take(
    written: PeerRow,
    rows: readonly PeerRow[],
    { sent, now }: { readonly sent: Moment; readonly now: Moment },
  ): Look {
    const others = rows.filter(({ id }) => id !== written.id).map((row) => this.#latest(row))
    this.#row = written
    this.#others = others
    const hasLost = this.#hasLost(others)
    if (hasLost || isOver(this.#trustedUntil, now)) this.#options.epochs.changeAll()
    let hasHeard = false
    for (const row of others) hasHeard = this.#hear(row) || hasHeard
    const silent = others.filter((row) => this.#isSilent(row, { sent, now }))
    this.#forgetHeard()
    if (silent.length === 0) this.#renew(sent)
    return { silent, hasHeard }
  }

  /**
   * Takes a row from a notification. @returns whether the next heartbeat should not wait: another process wants an
   * acknowledgment
   */
  takeTold(told: PeerRow): boolean {
    if (told.id === this.id || this.#others === undefined) return false
    // An unknown process is met at the next heartbeat.
    if (!this.#others.some(({ id }) => id === told.id)) return true
    this.#others = this.#others.map((row) => (row.id === told.id && row.beat < told.beat ? told : row))
    const hasHeard = this.#hear(told)
    this.#forgetHeard()
    return hasHeard
  }

  /** A notified row may be newer than the one that was read. */
  #latest(row: PeerRow): PeerRow {
    const known = this.#others?.find(({ id }) => id === row.id)
    return known !== undefined && known.beat > row.beat ? known : row
  }

  #fresh(): PeerRow {
    return { id: this.#options.newId(), beat: 0, said: this.#said, news: [...this.#news], heard: {} }
  }

  #hasLost(others: readonly PeerRow[]): boolean {
    const there = new Set(others.map(({ id }) => id))
    const gone = [...this.#seen.keys()].filter((id) => !there.has(id))
    for (const id of gone) {
      this.#seen.delete(id)
      this.#heard.delete(id)
    }
    return gone.length > 0
  }

  #hear({ id, said, news }: PeerRow): boolean {
    const heard = this.#heard.get(id) ?? 0
    if (said <= heard) return false
    const unheard = news.filter(([number]) => number > heard)
    if (unheard.length < said - heard) this.#options.epochs.changeAll()
    for (const [, slots] of unheard) {
      if (slots === null) this.#options.epochs.changeAll()
      else this.#options.epochs.change(slots)
    }
    this.#heard.set(id, said)
    return true
  }

  #isSilent({ id, beat }: PeerRow, { sent, now }: { readonly sent: Moment; readonly now: Moment }): boolean {
    const seen = this.#seen.get(id)
    if (seen?.beat === beat) return sent.steady - seen.since >= silence
    this.#seen.set(id, { beat, since: now.steady })
    return false
  }

  /** Announcements acknowledged by all are dropped. */
  #forgetHeard(): void {
    this.#news = this.#news.filter(([number]) => !this.isHeard(number))
  }

  #renew({ steady, wall }: Moment): void {
    this.#trustedUntil = { steady: steady + trustFor, wall: wall + trustFor }
    this.#options.trust.grant(this.#trustedUntil)
  }
}

function isOver(until: Moment, now: Moment): boolean {
  return now.steady >= until.steady || now.wall >= until.wall
}
