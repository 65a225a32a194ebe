import type { Duplex } from 'node:stream'
import type { Medium, OnWake, PeerRow, Wakes } from './medium.ts'
import { readLines, writeLine, type PeerReply, type PeerRequest } from './parent-lines.ts'

/** Longest wait for an answer of the parent, in milliseconds. */
const answerLimit = 1_000

/** A request without the number that it gets. */
type Asked =
  | Pick<Extract<PeerRequest, { kind: 'join' }>, 'kind' | 'row' | 'former'>
  | Pick<Extract<PeerRequest, { kind: 'beat' }>, 'kind' | 'row' | 'wakes'>
  | Pick<Extract<PeerRequest, { kind: 'remove' }>, 'kind' | 'rows'>

/** The rows of all workers in the memory of their parent, asked over a pipe that outlives failures. */
export class ParentMedium implements Medium {
  readonly #pipe: Duplex
  readonly #waiting = new Map<number, (rows: readonly PeerRow[] | undefined) => void>()
  #number = 0
  #onWake: OnWake = () => undefined

  constructor(pipe: Duplex) {
    this.#pipe = pipe
    // A worker whose parent is gone ends by itself.
    pipe.on('error', () => undefined)
    readLines<PeerReply>(pipe, (reply) => this.#receive(reply))
  }

  /** Takes it into use again. */
  async open(onWake: OnWake): Promise<this> {
    this.#onWake = onWake
    return this
  }

  async join(row: PeerRow, former: string | undefined): Promise<readonly PeerRow[]> {
    return (await this.#ask({ kind: 'join', row, former })) ?? []
  }

  async beat(row: PeerRow, wakes: Wakes): Promise<readonly PeerRow[] | undefined> {
    return await this.#ask({ kind: 'beat', row, wakes })
  }

  async remove(rows: readonly PeerRow[]): Promise<void> {
    await this.#ask({ kind: 'remove', rows })
  }

  /** The pipe stays; unanswered requests are given up. */
  close(): void {
    this.#onWake = () => undefined
    this.#waiting.clear()
  }

  #ask(request: Asked): Promise<readonly PeerRow[] | undefined> {
    const number = (this.#number += 1)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(number)
        reject(new Error("The parent process isn't responding."))
      }, answerLimit)
      this.#waiting.set(number, (rows) => {
        clearTimeout(timer)
        resolve(rows)
      })
      writeLine(this.#pipe, { ...request, number })
    })
  }

  #receive(reply: PeerReply): void {
    if ('wake' in reply) return this.#onWake(reply.wake ?? undefined)
    this.#waiting.get(reply.number)?.(reply.rows)
    this.#waiting.delete(reply.number)
  }
}
