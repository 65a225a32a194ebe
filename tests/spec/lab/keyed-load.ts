import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProblemBody } from '@host/plugin'
import type { AnswerName } from '../fixtures/ledger-answers.ts'
import { assertReplay } from './assert-answers.ts'
import type { Cluster, Keyed } from './cluster.ts'
import type { EntryHistory } from './entry-history.ts'
import type { WireAnswer } from './exchange.ts'

const paths = ['entries', 'raw-atomic', 'typed', 'atomic'].map((name) => `/api/x/ledger/${name}`)
const answers: readonly AnswerName[] = ['created', 'empty', 'binary', 'adorned', 'refused', 'ready', 'sizedJson']
/** Headers of one exchange that are no part of the stored answer. */
const ofExchange = new Set(['date', 'connection', 'keep-alive', 'cache-control', 'idempotency-replayed', 'set-cookie'])
ofExchange.add('x-request-id').add('proxy-authenticate')

const clients = 8
const keysOfRound = 60

interface Request extends Keyed {
  readonly key: string
}

/** Clients that send new keys, repeat old ones and repeat at once, and remember every answer that arrived. */
export class KeyedLoad {
  readonly #cluster: Cluster
  readonly #history: EntryHistory
  readonly #requests: Request[] = []
  readonly #answers = new Map<string, WireAnswer>()
  /** Acknowledged before the last kill, and not repeated since. */
  readonly #unverified = new Set<Request>()
  /** Acknowledged since the last kill. */
  readonly #recent = new Set<Request>()
  #firstAnswer = Promise.withResolvers<void>()

  constructor(cluster: Cluster, history: EntryHistory) {
    this.#cluster = cluster
    this.#history = history
  }

  /** How many keys have an answer that arrived. */
  get acknowledged(): number {
    return this.#answers.size
  }

  /**
   * Sends requests until the host is killed: at a random moment, in every other round after its first answer. Acknowledged
   * keys are repeated beside new ones.
   */
  async runUntilKilled(round: number): Promise<void> {
    const host = this.#cluster.hosts[0] ?? assert.fail()
    const most = this.#requests.length + keysOfRound
    const repeats = [...this.#unverified, ...Array.from({ length: 5 }, () => anyOf(this.#requests))]
    const send = async (): Promise<void> => {
      while (!host.hasEnded) {
        const request = repeats.pop() ?? (Math.random() < 0.7 ? this.#newRequest(round, most) : anyOf(this.#requests))
        if (request === undefined) await pause(5)
        else await Promise.all(Math.random() < 0.2 ? [this.#ask(request), this.#ask(request)] : [this.#ask(request)])
      }
    }
    const sending = Promise.all(Array.from({ length: clients }, send))
    this.#firstAnswer = Promise.withResolvers()
    if (round % 2 === 1) await Promise.race([this.#firstAnswer.promise, sending])
    await Promise.race([pause(Math.random() * 200), sending])
    await host.kill()
    await sending
    for (const request of this.#recent) this.#unverified.add(request)
    this.#recent.clear()
  }

  /** Repeats every key that was acknowledged. */
  async verifyAll(): Promise<void> {
    for (const request of this.#requests) if (this.#answers.has(request.key)) await this.#ask(request)
  }

  #newRequest(round: number, most: number): Request | undefined {
    if (this.#requests.length >= most) return undefined
    const tag = `kill-${round}-${this.#requests.length}`
    const request = { path: anyOf(paths), order: { tag, answer: anyOf(answers), bytes: 2_000 }, key: tag } as Request
    this.#requests.push(request)
    return request
  }

  /** A request that is sent after an answer arrived gets that answer again; one that was sent before may have to wait. */
  async #ask(request: Request): Promise<void> {
    const first = this.#answers.get(request.key)
    const answer = await this.#cluster.send(this.#cluster.people.ada, request).catch(() => undefined)
    if (answer === undefined) return
    if (first !== undefined) {
      this.#compare(request, answer, first)
      this.#unverified.delete(request)
      return
    }
    if (isRunning(answer)) return
    assert.ok(answer.status < 500, answer.body.toString())
    const known = this.#answers.get(request.key)
    if (known === undefined) this.#answers.set(request.key, answer)
    this.#recent.add(request)
    this.#firstAnswer.resolve()
    if (known !== undefined) assert.deepEqual(answer.body, known.body, this.#history.of(request.key))
  }

  #compare({ key }: Request, answer: WireAnswer, first: WireAnswer): void {
    try {
      assertReplay(answer, first)
      assert.deepEqual(keptHeaders(answer), keptHeaders(first))
    } catch (cause) {
      throw new Error(`The answer under "${key}" has changed. History of its entry:\n${this.#history.of(key)}`, {
        cause,
      })
    }
  }
}

function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)]
}

function isRunning(answer: WireAnswer): boolean {
  if (answer.status !== 409) return false
  return answer.json<Partial<ProblemBody>>().code === 'idempotency_in_flight'
}

function keptHeaders(answer: WireAnswer): readonly (readonly [name: string, values: readonly string[]])[] {
  const names = answer.headerNames.filter((name) => !ofExchange.has(name)).toSorted()
  return names.map((name) => [name, answer.headers(name)])
}
