import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import type { TestHost } from '@host/testing'
import fc from 'fast-check'
import type { PlanGrant } from '../../shared.ts'

const minute = 60_000

/** A grant with the minutes after which it begins and ends, how often its request is sent, and whether one fails before. */
const addition = fc.record({
  act: fc.constant('grant' as const),
  amount: fc.integer({ min: 0, max: 20 }),
  from: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  length: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  copies: fc.integer({ min: 1, max: 2 }),
  fails: fc.boolean(),
})
const revocation = fc.record({
  act: fc.constant('revoke' as const),
  at: fc.nat(9),
  copies: fc.integer({ min: 1, max: 2 }),
  fails: fc.boolean(),
})

type Addition = typeof addition extends fc.Arbitrary<infer Value> ? Value : never
type Revocation = typeof revocation extends fc.Arbitrary<infer Value> ? Value : never

export type LedgerRequest = Addition | Revocation

/** Requests of one step are sent at once, in any order, before the minutes pass. */
export const ledgerSteps = fc.array(
  fc.record({
    requests: fc.array(fc.oneof(addition, revocation), { minLength: 1, maxLength: 4 }),
    minutes: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 4 },
)

interface KnownGrant {
  readonly amount: number
  readonly from: number
  until: number
}

/** Sends requests about grants of notes, and has a model of the ledger that they make. */
export class GrantLedger {
  readonly #host: TestHost
  readonly #path: string
  readonly #failures: DatabaseSync
  readonly #model = new Map<string, KnownGrant>()
  #before: ReadonlySet<string> = new Set()
  #key = 0
  #keys = new WeakMap<Addition, string>()

  /** @param file of the database of the host */
  constructor(host: TestHost, file: string) {
    this.#host = host
    this.#failures = new DatabaseSync(file, { timeout: 5_000 })
    this.#failures.exec(`
      create table failures (active integer not null);
      insert into failures values (0);
      create trigger fail_late before insert on host_jobs when (select active from failures) = 1
      begin select raise(abort, 'The database fails between two steps.'); end;`)
    this.#path = `/api/instance/plans/workspaces/${host.workspaces.here}`
  }

  close(): void {
    this.#failures.close()
  }

  /** Sends the requests that fail after their first write, one after the other: nothing of them is left. */
  async fail(requests: readonly LedgerRequest[], present: readonly string[]): Promise<void> {
    this.#failures.exec('update failures set active = 1')
    for (const request of requests.filter(({ fails }) => fails)) {
      const id = request.act === 'revoke' ? present[request.at] : undefined
      if (request.act === 'revoke' && id === undefined) continue
      const admin = this.#host.as('instanceAdmin')
      const answer = await (request.act === 'grant'
        ? admin.post(`${this.#path}/grants`, this.#bodyOf(request), { headers: this.#headersOf(request) })
        : admin.delete(`${this.#path}/grants/${id}`))
      assert.equal(answer.status, 500)
    }
    this.#failures.exec('update failures set active = 0')
  }

  /** Forgets the model: grants that are stored already have ended. */
  async begin(): Promise<void> {
    this.#model.clear()
    this.#keys = new WeakMap()
    this.#before = new Set()
    this.#before = await this.stored()
  }

  ids(): string[] {
    return [...this.#model.keys()]
  }

  /** The sum of the grants of the model that count now. */
  active(): number {
    const now = this.#host.clock.now()
    const active = [...this.#model.values()].filter(({ from, until }) => from <= now && now < until)
    return active.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** IDs of the stored grants since `begin`. */
  async stored(): Promise<Set<string>> {
    const response = await this.#host.as('instanceAdmin').get(this.#path)
    const { grants } = (await response.json()) as { grants: PlanGrant[] }
    return new Set(grants.map(({ id }) => id).filter((id) => !this.#before.has(id)))
  }

  async send(request: LedgerRequest, present: readonly string[]): Promise<void> {
    if (request.act === 'grant') return await this.#add(request)
    const id = present[request.at]
    if (id !== undefined) await this.#revoke(id, request.copies)
  }

  /** Ends all grants. */
  async end(): Promise<void> {
    for (const id of this.ids()) await this.#revoke(id, 1)
  }

  async #revoke(id: string, copies: number): Promise<void> {
    const now = this.#host.clock.now()
    const revoke = async () => await this.#host.as('instanceAdmin').delete(`${this.#path}/grants/${id}`)
    const answers = await Promise.all(Array.from({ length: copies }, revoke))
    assert.ok(answers.every(({ status }) => status === 200))
    const own = this.#model.get(id)
    if (own !== undefined) own.until = Math.min(own.until, now)
  }

  #bodyOf({ amount, from, length }: Addition): object {
    const now = this.#host.clock.now()
    const starts = now + (from ?? 0) * minute
    return {
      name: 'notes',
      amount,
      ...(from !== undefined && { from: new Date(starts).toISOString() }),
      ...(length !== undefined && { until: new Date(starts + length * minute).toISOString() }),
      note: 'Model',
    }
  }

  /** A request has one key, however often it is sent. */
  #headersOf(request: Addition): Readonly<Record<string, string>> {
    const key = this.#keys.get(request) ?? `grant-${(this.#key += 1)}`
    this.#keys.set(request, key)
    return { 'idempotency-key': key }
  }

  /** A repeated request comes after the first was answered, as from a client that lost the answer. */
  async #add(request: Addition): Promise<void> {
    const { amount, from, length, copies } = request
    const starts = this.#host.clock.now() + (from ?? 0) * minute
    const [body, headers] = [this.#bodyOf(request), this.#headersOf(request)]
    const ids = new Set<string>()
    for (let copy = 0; copy < copies; copy += 1) {
      const response = await this.#host.as('instanceAdmin').post(`${this.#path}/grants`, body, { headers })
      assert.equal(response.status, 201)
      ids.add(((await response.json()) as PlanGrant).id)
    }
    assert.equal(ids.size, 1)
    const until = length === undefined ? Infinity : starts + length * minute
    this.#model.set([...ids][0] ?? '', { amount, from: starts, until })
  }
}
