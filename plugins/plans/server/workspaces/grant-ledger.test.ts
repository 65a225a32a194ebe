import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Entitlements } from '@host/plugin'
import fc from 'fast-check'
import type { PlanGrant } from '../../shared.ts'
import { addPlan, openPlansLab } from '../testing/plans-lab.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 300 : 12
const base = 10
const minute = 60_000

/** A grant with the minutes after which it begins and ends, and whether its request is sent twice. */
const grant = fc.record({
  act: fc.constant('grant' as const),
  amount: fc.integer({ min: 0, max: 20 }),
  from: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  length: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  copies: fc.integer({ min: 1, max: 2 }),
})
const revoke = fc.record({ act: fc.constant('revoke' as const), at: fc.nat(9), copies: fc.integer({ min: 1, max: 2 }) })
const wait = fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) })
/** Requests of one list are sent at once, in any order. */
const steps = fc.array(
  fc
    .array(fc.oneof(grant, revoke), { minLength: 1, maxLength: 4 })
    .chain((requests) => fc.record({ requests: fc.constant(requests), pause: wait })),
  { maxLength: 4 },
)

test('the ledger of grants has each grant once, and the limit is their sum at every moment, in any order of repeated requests', async (context) => {
  const host = await openPlansLab(context)
  const [admin, orgId] = [host.as('instanceAdmin'), host.workspaces.here]
  await addPlan(host, 'free', { isDefault: true, limits: { notes: base } })
  const path = `/api/instance/plans/workspaces/${orgId}`
  let key = 0
  let known = 0
  const limit = async () => await host.service(Entitlements).limitOf(orgId, 'notes')
  const ledger = async () => ((await (await admin.get(path)).json()) as { grants: PlanGrant[] }).grants

  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      /** By ID: the amount, and when it begins and ends. */
      const model = new Map<string, { amount: number; from: number; until: number }>()
      const before = new Set((await ledger()).map(({ id }) => id))
      const check = async () => {
        const now = host.clock.now()
        const active = [...model.values()].filter(({ from, until }) => from <= now && now < until)
        assert.equal(await limit(), base + active.reduce((sum, { amount }) => sum + amount, 0))
      }
      for (const { requests, pause } of all) {
        const present = [...model.keys()]
        const now = host.clock.now()
        await Promise.all(
          requests.map(async (request) => {
            if (request.act === 'revoke') {
              const id = present[request.at]
              if (id === undefined) return
              const again = async () => await admin.delete(`${path}/grants/${id}`)
              const answers = await Promise.all(Array.from({ length: request.copies }, again))
              assert.ok(answers.every(({ status }) => status === 200))
              const own = model.get(id)
              if (own !== undefined) own.until = Math.min(own.until, now)
              return
            }
            const { amount, from, length, copies } = request
            const starts = now + (from ?? 0) * minute
            const ends = length === undefined ? undefined : starts + length * minute
            const body = {
              name: 'notes',
              amount,
              ...(from !== undefined && { from: new Date(starts).toISOString() }),
              ...(ends !== undefined && { until: new Date(ends).toISOString() }),
              note: 'Model',
            }
            const headers = { 'idempotency-key': `grant-${(key += 1)}` }
            // A repeated request comes after the first was answered, as from a client that lost the answer.
            const ids = new Set<string>()
            for (let copy = 0; copy < copies; copy += 1) {
              const response = await admin.post(`${path}/grants`, body, { headers })
              assert.equal(response.status, 201)
              ids.add(((await response.json()) as PlanGrant).id)
            }
            assert.equal(ids.size, 1)
            model.set([...ids][0] ?? '', { amount, from: starts, until: ends ?? Infinity })
          }),
        )
        await check()
        host.clock.advance({ minutes: pause.minutes })
        await check()
      }
      const grants = (await ledger()).filter(({ id }) => !before.has(id))
      assert.deepEqual(new Set(grants.map(({ id }) => id)), new Set(model.keys()))
      known += grants.length
      for (const id of model.keys()) await admin.delete(`${path}/grants/${id}`)
      host.clock.advance({ minutes: 1 })
      assert.equal(await limit(), base)
    }),
    { numRuns },
  )
  assert.ok(known > 0)
})
