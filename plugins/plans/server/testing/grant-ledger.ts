import assert from 'node:assert/strict'
import type { TestHost } from '@host/testing'
import fc from 'fast-check'
import type { PlanGrant } from '../../shared.ts'

const minute = 60_000

/** A grant with the minutes after which it begins and ends, and how often its request is sent. */
const addition = fc.record({
  act: fc.constant('grant' as const),
  amount: fc.integer({ min: 0, max: 20 }),
  from: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  length: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  copies: fc.integer({ min: 1, max: 2 }),
})
const revocation = fc.record({
  act: fc.constant('revoke' as const),
  at: fc.nat(9),
  copies: fc.integer({ min: 1, max: 2 }),
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
  readonly #model = new Map<string, KnownGrant>()
  #before: ReadonlySet<string> = new Set()
  #key = 0

  constructor(host: TestHost) {
    this.#host = host
    this.#path = `/api/instance/plans/workspaces/${host.workspaces.here}`
  }

  /** Forgets the model: grants that are stored already have ended. */
  async begin(): Promise<void> {
    this.#model.clear()
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

  /** A repeated request comes after the first was answered, as from a client that lost the answer. */
  async #add({ amount, from, length, copies }: Addition): Promise<void> {
    const now = this.#host.clock.now()
    const starts = now + (from ?? 0) * minute
    const ends = length === undefined ? undefined : starts + length * minute
    const body = {
      name: 'notes',
      amount,
      ...(from !== undefined && { from: new Date(starts).toISOString() }),
      ...(ends !== undefined && { until: new Date(ends).toISOString() }),
      note: 'Model',
    }
    const headers = { 'idempotency-key': `grant-${(this.#key += 1)}` }
    const ids = new Set<string>()
    for (let copy = 0; copy < copies; copy += 1) {
      const response = await this.#host.as('instanceAdmin').post(`${this.#path}/grants`, body, { headers })
      assert.equal(response.status, 201)
      ids.add(((await response.json()) as PlanGrant).id)
    }
    assert.equal(ids.size, 1)
    this.#model.set([...ids][0] ?? '', { amount, from: starts, until: ends ?? Infinity })
  }
}
