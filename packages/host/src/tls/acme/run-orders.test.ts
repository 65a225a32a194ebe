import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { DueHost } from './order-budget.ts'
import { runOrders } from './run-orders.ts'

function hostsOf(orgId: string | undefined, count: number): DueHost[] {
  return Array.from({ length: count }, (_each, at) => ({ host: `n${at}.${orgId ?? 'own'}.example`, orgId }))
}

test('two orders of one workspace run at a time, five of all, and each host has its turn', async () => {
  const hosts = [...hostsOf('org_1', 20), ...hostsOf('org_2', 3), ...hostsOf('org_3', 3), ...hostsOf(undefined, 2)]
  const running = new Set<DueHost>()
  const done: DueHost[] = []
  let most = 0
  await runOrders(hosts, async (host) => {
    running.add(host)
    most = Math.max(most, running.size)
    const own = [...running].filter(({ orgId }) => orgId === host.orgId)
    assert.ok(host.orgId === undefined || own.length <= 2)
    await turn()
    running.delete(host)
    done.push(host)
  })
  assert.equal(most, 5)
  assert.deepEqual(new Set(done), new Set(hosts))
  assert.equal(done.length, hosts.length)
  assert.equal(done.slice(0, 5).filter(({ orgId }) => orgId === 'org_2').length, 2, 'it does not wait for the first')
})

test('a failure is reported after the hosts that are left', async () => {
  const done: string[] = []
  const running = runOrders(hostsOf('org_1', 4), async ({ host }) => {
    await turn()
    if (host.startsWith('n0.')) throw new Error('stopping')
    done.push(host)
  })
  await assert.rejects(running, /stopping/)
  assert.equal(done.length, 3)
})
