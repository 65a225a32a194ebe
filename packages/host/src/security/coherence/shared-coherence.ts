/**
 * The coherence of one process among several, as its main thread sees it. It knows its own changes at once; its thread
 * announces them to the others and notes theirs, in memory that both share.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Problem } from '@host/plugin'
import type { Coherence } from './coherence.ts'
import { slotOf, type Epochs } from './epochs.ts'
import type { CoherenceLine, CoherenceReply, CoherenceRequest } from './thread-messages.ts'
import type { Trust } from './trust.ts'

/** How long taking leave may take, in milliseconds. */
const longestLeave = 1_000

export class SharedCoherence implements Coherence {
  readonly isAlone = false
  readonly epochs: Epochs
  readonly #trust: Trust
  readonly #worker: Worker
  readonly #waiting = new Map<number, (isTold: boolean) => void>()
  readonly #keep: () => Promise<void>
  readonly #ended = Promise.withResolvers<boolean>()
  #number = 0
  #isOver = false

  /** @param given.keep takes the thread back once it has taken leave */
  constructor(worker: Worker, given: { readonly epochs: Epochs; readonly trust: Trust; keep(): Promise<void> }) {
    this.epochs = given.epochs
    this.#trust = given.trust
    this.#keep = given.keep
    this.#worker = worker
    worker.on('message', (reply: CoherenceReply) => this.#receive(reply))
    worker.on('exit', () => this.#lose())
  }

  /** Gives the thread its line. */
  begin(line: CoherenceLine): void {
    this.#send({ kind: 'hold', line })
  }

  isTrusted(): boolean {
    return this.#trust.holds()
  }

  async forget(subjects: readonly string[]): Promise<void> {
    const slots = subjects.map(slotOf)
    this.epochs.change(slots)
    if (await this.#say(slots)) return
    throw new Problem('service_unavailable', {
      detail: {
        en: 'The change was made, but not every process of this instance has it yet.',
        zh: '更改已保存，但尚未通知到此实例的所有进程。',
      },
      headers: { 'retry-after': '5' },
    })
  }

  /** Takes leave of the others. From then on no announcement is possible: the thread may have another holder. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#send({ kind: 'end' })
    this.#worker.ref()
    // Processes that can't be reached see the row stand still.
    const hasLeft = await Promise.race([this.#ended.promise, sleep(longestLeave, false, { ref: false })])
    await (hasLeft ? this.#keep() : this.#worker.terminate())
    this.#lose()
  }

  async #say(slots: readonly number[]): Promise<boolean> {
    if (this.#isOver) return false
    const number = (this.#number += 1)
    const told = new Promise<boolean>((resolve) => this.#waiting.set(number, resolve))
    // The process stays alive while a caller waits.
    this.#worker.ref()
    this.#send({ kind: 'say', number, slots })
    return await told
  }

  #send(request: CoherenceRequest): void {
    this.#worker.postMessage(request)
  }

  #receive(reply: CoherenceReply): void {
    if (reply.kind === 'ended') return this.#ended.resolve(true)
    this.#waiting.get(reply.number)?.(reply.isTold)
    this.#waiting.delete(reply.number)
    if (this.#waiting.size === 0) this.#worker.unref()
  }

  /** Without its thread nothing is trusted, and no announcement is possible. */
  #lose(): void {
    this.#trust.end()
    this.#ended.resolve(false)
    for (const answer of this.#waiting.values()) answer(false)
    this.#waiting.clear()
  }
}
