/**
 * Watches the main thread from another one.
 *
 *   beating --no beat for 3 ticks--> stalled, asked --answer--> named, logged
 *                                       '--no answer for 2 ticks--> guessed, logged --answer--> named
 *   any of these --beat--> beating (reported when it is over)
 *   any of these --endAfter, and 2 ticks more for an answer--> the process ends itself
 *
 * It counts its own ticks and not the clock's: a process that was stopped as a whole, or a machine that slept, has
 * missed no more than one. Of each tick it counts the part in which the main thread did not wait for a processor, so
 * that a busy machine is not a stall, and an endless loop is one on every machine. It writes to the log itself, since the main thread can't. Modules needed only for a stall
 * are loaded when there is one: every module of a second thread costs memory.
 */
import { formatLine } from '../log-line.ts'
import { beatEvery, stopped } from './heartbeat.ts'
import { interrupt } from './interrupt.ts'
import type { ProcessorWait } from './processor-wait.ts'
import type { Running, Stall, WatchOrder } from './watch-order.ts'

const ticksToStall = 3
const ticksToAnswer = 2

/** A time, and how long the main thread had waited for a processor by then. */
interface Moment {
  readonly at: number
  readonly waited: number
}

export class StallWatch {
  readonly #order: WatchOrder
  readonly #onStall: (stall: Stall) => void
  readonly #wait: Pick<ProcessorWait, 'milliseconds'>
  #lastBeat: number
  #beatAt: Moment
  #tickAt: Moment
  /** Milliseconds without a beat, without those in which the main thread waited for a processor. */
  #silent = 0
  #running: Running | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    order: WatchOrder,
    { onStall, wait }: { onStall(stall: Stall): void; wait: Pick<ProcessorWait, 'milliseconds'> },
  ) {
    this.#order = order
    this.#onStall = onStall
    this.#wait = wait
    this.#lastBeat = Atomics.load(order.pulse, 0)
    this.#beatAt = this.#tickAt = this.#now()
  }

  start(): void {
    // oxlint-disable-next-line eslint/no-restricted-globals -- its beats measure how long another thread is silent
    this.#timer = setInterval(() => this.#tick(), beatEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const beat = Atomics.load(this.#order.pulse, 0)
    const [before, now] = [this.#tickAt, this.#now()]
    this.#tickAt = now
    if (beat !== this.#lastBeat || beat === stopped) return this.#resume(beat, now)
    const counted = this.#ticks
    this.#silent += Math.max(0, beatEvery - (now.waited - before.waited))
    const reaches = (ticks: number): boolean => counted < ticks && this.#ticks >= ticks
    if (reaches(ticksToStall)) interrupt(this.#order.channel, (running) => this.#name(running))
    if (reaches(ticksToStall + ticksToAnswer) && this.#running === undefined) this.#guess()
    if (this.#ticks >= this.#lastTick()) this.#end()
  }

  /** Ticks without a beat. */
  get #ticks(): number {
    return Math.round(this.#silent / beatEvery)
  }

  #resume(beat: number, now: Moment): void {
    if (this.#ticks >= ticksToStall) this.#onStall({ milliseconds: this.#blockedFor(), running: this.#running })
    this.#lastBeat = beat
    this.#beatAt = now
    this.#silent = 0
    this.#running = undefined
  }

  /** Takes an answer, unless it came so late that it is about something else. */
  #name(running: Running | undefined): void {
    if (this.#ticks < ticksToStall || running === undefined) return
    this.#running = running
    const { stack, ...owner } = running
    this.#log(`${nameOf(running.plugin)} blocks the event loop`, { ...owner, err: { stack } })
  }

  #guess(): void {
    this.#log(`${nameOf(undefined)} blocks the event loop`, { lastEntered: this.#lastEntered() })
  }

  #lastTick(): number {
    const { endAfter = Number.POSITIVE_INFINITY } = this.#order
    return endAfter / beatEvery + (this.#running === undefined ? ticksToAnswer : 0)
  }

  #end(): void {
    const plugin = this.#running?.plugin
    const who = plugin === undefined ? { lastEntered: this.#lastEntered() } : { plugin }
    this.#log(`Exiting: ${nameOf(plugin)} blocked the event loop for too long`, who)
    process.kill(process.pid, 'SIGKILL')
  }

  #lastEntered(): string | undefined {
    return this.#order.plugins[Atomics.load(this.#order.pulse, 1)]
  }

  #blockedFor(): number {
    const { at, waited } = this.#now()
    return Math.max(0, Math.round(at - this.#beatAt.at - (waited - this.#beatAt.waited)))
  }

  #now(): Moment {
    return { at: performance.now(), waited: this.#wait.milliseconds() }
  }

  #log(msg: string, fields: Readonly<Record<string, unknown>>): void {
    const { format } = this.#order
    if (format === undefined) return
    const time = new Date().toISOString()
    writeOut(formatLine(format, { level: 'error', time, ...fields, blockedFor: this.#blockedFor(), msg }))
  }
}

function nameOf(plugin: string | undefined): string {
  if (plugin === undefined) return 'Something'
  return plugin === 'host' ? 'The host' : `Plugin "${plugin}"`
}

/** Writes to standard output around the main thread. A reader that is gone or full must not end the watch. */
function writeOut(line: string): void {
  try {
    process.getBuiltinModule('node:fs').writeSync(1, line)
  } catch {
    // There is no receiver.
  }
}
