/**
 * A request with a key, from the moment its caller was authorized: its handler runs, or it gets the earlier result.
 *
 * The calls running in this process are known in its memory, so a repeat that comes here waits whatever any clock
 * shows; those of other processes are known from the table and their leases. Without an answer of the store nothing
 * runs.
 */
import type { MaybePromise, Problem } from '@host/plugin'
import type { Vault } from '../security/encryption/vault.ts'
import { nodeExchange } from '../http/node-request.ts'
import { hasRightsOf } from './caller-rights.ts'
import { RecentMap } from '../support/recent-map.ts'
import type { Claim, Entry, EntryStore, FirstRequest } from './entry-store.ts'
import type { HandlerRun } from './handler-run.ts'
import type { KeyedCall } from './keyed-call.ts'
import { entryName, fileFacts, fingerprint, type EntryName } from './keyed-request.ts'
import { callerMismatch, contradiction, notKept, stillRunning, storeUnavailable } from './refusals.ts'
import { replayAnswer } from './sealed-answer.ts'
import { replies, type Likeness, type Reply, type StepListener } from './states.ts'

/** How often a key is claimed whose entry is gone at each check. */
const mostClaims = 6
/** Number of keys remembered from earlier calls: it only decides which statement is tried first. */
const keysRemembered = 10_000

/** Options of runs. */
export interface IdempotentRunsOptions {
  readonly store: EntryStore
  readonly vault: Vault
  readonly handlerRun: HandlerRun
  readonly onStep: StepListener | undefined
}

export class IdempotentRuns {
  readonly #options: IdempotentRunsOptions
  /** Keys held by this process, or requested from the store. */
  readonly #holds = new Map<string, Hold>()
  /** Entries that are likely to be there. A key that is new here is new everywhere, as a rule: it is claimed unlooked. */
  readonly #seen = new RecentMap<string, true>(keysRemembered)

  constructor(options: IdempotentRunsOptions) {
    this.#options = options
  }

  /** Answers a call: by its handler, or in its place. @throws Problem */
  async answer(call: KeyedCall): Promise<Response> {
    this.#options.onStep?.('authorized')
    this.#watchEnd(call)
    const first = await firstRequest(call)
    const place = placeOf(first)
    for (let claims = 0; claims < mostClaims; claims += 1) {
      await this.#takeTurn(place)
      const entry = this.#seen.get(place) ? await reach(this.#options.store.find(first)) : undefined
      if (entry !== undefined) return await this.#reply(call, first, entry)
      const answer = this.#holds.has(place) ? undefined : await this.#hold(call, first, place)
      if (answer !== undefined) return answer
    }
    throw storeUnavailable()
  }

  /** Whether this process runs the handler of an entry, or is about to. */
  isRunning(name: EntryName): boolean {
    return this.#holds.has(placeOf(name))
  }

  /** Resolves when every handler that runs now has ended. */
  async settled(): Promise<void> {
    await Promise.all([...this.#holds.values()].map(({ ended }) => ended.promise))
  }

  /** Waits while another request of this process asks for the key. @throws Problem when it got it */
  async #takeTurn(place: string): Promise<void> {
    for (let hold = this.#holds.get(place); hold !== undefined; hold = this.#holds.get(place)) {
      if (hold.isRunning) throw this.#repeated(stillRunning())
      await hold.asked.promise
    }
  }

  /** Requests a key and runs its handler; undefined when another process holds it. */
  async #hold(call: KeyedCall, first: FirstRequest, place: string): Promise<Response | undefined> {
    const hold = new Hold()
    this.#holds.set(place, hold)
    this.#seen.set(place, true)
    try {
      const claim = await reach(this.#options.store.claim(first))
      if (claim === undefined) return undefined
      hold.isRunning = true
      hold.asked.resolve()
      return await this.#run(call, first, claim)
    } finally {
      this.#holds.delete(place)
      hold.asked.resolve()
      hold.ended.resolve()
    }
  }

  async #run(call: KeyedCall, first: FirstRequest, claim: Claim): Promise<Response> {
    this.#options.onStep?.('claimed')
    const answer = await this.#options.handlerRun.run(call, { ...claim, name: first })
    if (answer !== undefined) return answer
    const entry = await reach(this.#options.store.find(first))
    if (entry === undefined) throw storeUnavailable()
    return await this.#reply(call, first, entry)
  }

  #reply(call: KeyedCall, first: FirstRequest, entry: Entry): MaybePromise<Response> {
    this.#options.onStep?.('repeated')
    const reply = replies[entry.state][likenessOf(call, first, entry)]
    if (reply === 'replay') call.state.keyReply = 'replayed'
    else if (reply === 'not_kept') call.state.keyReply = 'not_kept'
    if (reply !== 'replay') throw refusalOf(reply, entry)
    return replayAnswer(this.#options.vault, first, { status: entry.status ?? 0, answer: entry.answer ?? '' })
  }

  #repeated(problem: Problem): Problem {
    this.#options.onStep?.('repeated')
    return problem
  }

  /** Reports when the last byte of the answer was handed to the system. */
  #watchEnd({ state }: KeyedCall): void {
    const { onStep } = this.#options
    if (onStep !== undefined) nodeExchange(state.request)?.response.once('finish', () => onStep('sent'))
  }
}

/** A key in the hands of one request of this process. */
class Hold {
  /** Whether the store has given the key, and its handler runs. */
  isRunning = false
  readonly asked = Promise.withResolvers<void>()
  readonly ended = Promise.withResolvers<void>()
}

async function firstRequest({ state, holder, userId, rights, confinedTo }: KeyedCall): Promise<FirstRequest> {
  const name = entryName(state, holder)
  const body = state.isUpload ? fileFacts(state.request) : await state.body(state.bodyLimit)
  const { plugin, route, request } = state
  return { ...name, plugin, route, fingerprint: fingerprint(request, body, confinedTo), userId, ...rights }
}

function likenessOf({ rights }: KeyedCall, first: FirstRequest, entry: Entry): Likeness {
  if (!hasRightsOf(rights, { role: entry.role, scopes: entry.scopes ?? undefined })) return 'lesser_caller'
  return first.fingerprint === entry.fingerprint ? 'same' : 'other_request'
}

function refusalOf(reply: Exclude<Reply, 'replay'>, { status }: Entry): Problem {
  if (reply === 'not_kept') return notKept(status ?? 0)
  if (reply === 'caller_mismatch') return callerMismatch()
  return reply === 'wait' ? stillRunning() : contradiction()
}

function placeOf({ org_id: orgId, endpoint, key }: EntryName): string {
  return `${orgId} ${endpoint} ${key}`
}

/** The store's answer; without one the call gets 503 and may be repeated. */
async function reach<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    throw storeUnavailable(error)
  }
}
