/** A plan may refuse API calls above a limit of the month; sessions reach every page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '../../../packages/testing/src/index.ts'
import { plugin as apiTokens } from '../../../plugins/api-tokens/server/index.ts'
import { createToken } from '../../../plugins/api-tokens/shared.ts'
import { plugin as plans } from '../../../plugins/plans/server/index.ts'
import { createPlan, listEntitlements, removeOverride, setOverride } from '../../../plugins/plans/shared.ts'
import { unhurried } from '../lab/unhurried.ts'

const path = '/api/x/plans/entitlements'

test('§7.2 API calls above the limit of a plan are refused until the month ends, and sessions are not', async () => {
  await using host = await createTestHost({
    plugins: [plans, apiTokens],
    environment: { ...unhurried, HOST_PUBLIC_URL: 'http://host.test' },
  })
  const [admin, owner, orgId] = [host.as('instanceAdmin'), host.as('owner'), host.workspaces.here]
  await admin.call(createPlan, { name: 'pro', title: { en: 'Pro', zh: '专业版' }, isDefault: true })
  const { token } = await owner.call(createToken, { name: 'Robot', scopes: ['plans.read'] })
  const call = async () =>
    await host.fetch(new Request(`http://host.test${path}`, { headers: { authorization: `Bearer ${token}` } }))
  assert.equal((await call()).status, 200, 'a plan without the limit refuses nothing')

  const { items } = await owner.call(listEntitlements, {})
  const used = items.find(({ name }) => name === 'api-calls')?.used ?? 0
  const override = { orgId, name: 'api-calls' }
  await admin.call(setOverride, { ...override, limit: used + 10, note: 'Agreed' })
  const statuses: number[] = []
  for (let count = 0; count < 15; count += 1) statuses.push((await call()).status)
  const passed = statuses.filter((status) => status === 200).length
  assert.ok(passed > 0 && passed <= 10, String(statuses))
  assert.deepEqual(statuses.slice(passed), Array(15 - passed).fill(429))

  const refusal = await call()
  const { code, facts } = (await refusal.json()) as { code: string; facts: Record<string, unknown> }
  assert.deepEqual(
    [code, facts['meter'], facts['limit'], facts['planTitle']],
    ['quota_exceeded', 'api-calls', used + 10, 'Pro'],
  )
  const wait = (Date.parse(String(facts['resetsAt'])) - host.clock.now()) / 1000
  assert.ok(Math.abs(Number(refusal.headers.get('retry-after')) - wait) <= 1)
  for (const person of ['owner', 'admin', 'member'] as const) {
    assert.equal((await host.as(person).get(path)).status, 200)
  }

  await admin.call(removeOverride, override)
  assert.equal((await call()).status, 200, 'the very next call after the limit is gone')
})
