/**
 * A process among those that remember rights, with its input and output: beats four times a second, and at once when
 * there is something to say or to hear.
 *
 *   opening --joined--> beating --row gone, or the medium failed--> opening, after a moment
 *      '------- end -------'--> over
 *
 * One beat is under way at a time. It runs in a thread of its own, so that a busy main thread delays none.
 */
import { Announcements, noticed } from './announcements.ts'
import type { Medium, OpenMedium, PeerRow } from './medium.ts'
import { PeerState, silence, trustFor, type PeerOptions } from './peer-state.ts'
import type { Moment } from './trust.ts'

/** Milliseconds between beats. */
const every = trustFor / 4
const firstDelay = 50
const longestDelay = 1_000

/** Options of a run. */
export interface PeerRunOptions extends Pick<PeerOptions, 'epochs' | 'newId'> {
  readonly trust: { now(): Moment; grant(until: Moment): void; holds(): boolean }
  readonly openMedium: OpenMedium
}

export class PeerRun {
  readonly #options: PeerRunOptions
  readonly #state: PeerState
  readonly #announcements = new Announcements()
  #medium: Medium | undefined
  #former: string | undefined
  #failures = 0
  #isWoken = false
  #isOver = false
  #wake: () => void = () => undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: PeerRunOptions) {
    this.#options = options
    this.#state = new PeerState(options)
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Announces to all processes. @param answer called with whether no process trusts the old state by then */
  say(slots: readonly number[], answer: (isTold: boolean) => void): void {
    const { trust } = this.#options
    const given = { wasTrusted: trust.holds(), now: trust.now().steady }
    this.#announcements.add(this.#state.say(slots), answer, given)
    this.#settleAfter(noticed)
    this.#wakeUp()
  }

  /** Ends the beats and takes the row away. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#wakeUp()
    await this.#running
    await this.#medium?.remove([this.#state.current]).catch(() => undefined)
    this.#medium?.close()
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const delay = await this.#turn()
      this.#settle()
      if (!this.#isOver) await this.#sleep(delay)
    }
  }

  /** One beat, or one try to join. @returns after how many milliseconds the next is due */
  async #turn(): Promise<number> {
    this.#isWoken = false
    const sent = this.#options.trust.now()
    try {
      await (this.#medium === undefined ? this.#join() : this.#beat(this.#medium))
      this.#failures = 0
      return Math.max(0, every - (this.#options.trust.now().steady - sent.steady))
    } catch {
      this.#lose()
      this.#failures += 1
      return Math.min(firstDelay * 2 ** (this.#failures - 1), longestDelay)
    }
  }

  async #join(): Promise<void> {
    const medium = await this.#options.openMedium((row) => this.#takeTold(row))
    this.#medium = medium
    const row = this.#state.restart()
    this.#announcements.restart()
    const sent = this.#options.trust.now()
    const former = this.#former
    this.#former = row.id
    const rows = await medium.join(row, former)
    await this.#take(medium, row, { rows, sent })
  }

  async #beat(medium: Medium): Promise<void> {
    const row = this.#state.next()
    const sent = this.#options.trust.now()
    const rows = await medium.beat(row, this.#state.wakesOf(row))
    if (rows === undefined) throw new Error('The record of this process was removed.')
    await this.#take(medium, row, { rows, sent })
  }

  async #take(
    medium: Medium,
    row: PeerRow,
    read: { readonly rows: readonly PeerRow[]; readonly sent: Moment },
  ): Promise<void> {
    const now = this.#options.trust.now()
    const { silent, hasHeard } = this.#state.take(row, read.rows, { sent: read.sent, now })
    if (this.#announcements.written(row.said, now.steady)) this.#settleAfter(silence)
    if (silent.length > 0) await medium.remove(silent)
    if (silent.length > 0 || hasHeard) this.#isWoken = true
  }

  #takeTold(row: PeerRow | undefined): void {
    if (row === undefined || this.#state.takeTold(row)) this.#wakeUp()
    this.#settle()
  }

  #lose(): void {
    this.#medium?.close()
    this.#medium = undefined
  }

  #settle(): void {
    this.#announcements.settle((number) => this.#state.isHeard(number), this.#options.trust.now().steady)
  }

  #wakeUp(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Timers may be early by a little. */
  #settleAfter(milliseconds: number): void {
    setTimeout(() => this.#settle(), milliseconds + 5)
  }

  async #sleep(milliseconds: number): Promise<void> {
    // A failing medium is not queried more often because a caller waits for it.
    const isWakeable = this.#failures === 0
    if (isWakeable && this.#isWoken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        if (!isWakeable && !this.#isOver) return
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
