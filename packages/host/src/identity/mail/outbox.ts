/**
 * Work behind an answer: reads an account, makes a link, sends a letter.
 *
 *   post ──► waiting ──► composing ──► sending ──► sent
 *              │                         │  ▲
 *              └── too many ──► dropped  ▼  │ a pause
 *                                      resting ── no tries left, or refused for good ──► given up
 *   settle: who rests tries once more at once; nothing is begun after it
 *
 * A few at a time, so that a flood of requests is none of queries and connections. A letter that waits when the
 * process is killed is lost, and its reader asks again: a link of it would be good for nothing longer than its day.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@host/plugin'
import { MailRefused } from '../../mail/mail-refused.ts'
import type { IdentityEmail } from './identity-mail.ts'

/** What it stands on. */
export interface OutboxOptions {
  readonly send: (letter: IdentityEmail) => Promise<void>
  readonly log: Log
  /** How long to rest before each further try, in milliseconds. */
  readonly pauses?: readonly number[] | undefined
}

const usualPauses = [2_000, 15_000, 60_000]
const mostAtOnce = 4
const mostWaiting = 1_000

export class Outbox {
  readonly #options: OutboxOptions
  readonly #waiting: (() => Promise<IdentityEmail | undefined>)[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #settling = new AbortController()
  /** Runs in the host's own frame: what goes wrong behind an answer is no fault of the plugin that gave it. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  post(compose: () => Promise<IdentityEmail | undefined>): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#options.log.warn('Too many letters wait; one was dropped')
      return
    }
    this.#waiting.push(compose)
    // Behind the answer: what is in the same turn of the loop goes first.
    this.#outside(() => setImmediate(() => this.#next()))
  }

  /** Lets what was posted end, without rests. */
  async settle(): Promise<void> {
    this.#settling.abort()
    this.#outside(() => this.#next())
    while (this.#running.size > 0 || this.#waiting.length > 0) {
      await Promise.all(this.#running)
      this.#outside(() => this.#next())
    }
  }

  #next(): void {
    while (this.#running.size < mostAtOnce) {
      const compose = this.#waiting.shift()
      if (compose === undefined) return
      const run = this.#run(compose).finally(() => {
        this.#running.delete(run)
        this.#next()
      })
      this.#running.add(run)
    }
  }

  /** Never rejects. */
  async #run(compose: () => Promise<IdentityEmail | undefined>): Promise<void> {
    const { log } = this.#options
    try {
      const letter = await compose()
      if (letter !== undefined) await this.#deliver(letter)
    } catch (error) {
      log.error('A letter was not sent', { error })
    }
  }

  async #deliver(letter: IdentityEmail): Promise<void> {
    const { send, log, pauses = usualPauses } = this.#options
    for (const rest of pauses) {
      try {
        await send(letter)
        return
      } catch (error) {
        if (error instanceof MailRefused) throw error
        log.warn('A letter was not taken; it is tried again', { error, after: rest })
      }
      await pause(rest, undefined, { ref: false, signal: this.#settling.signal }).catch(() => undefined)
    }
    await send(letter)
  }
}
