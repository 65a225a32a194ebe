import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@host/plugin'
import { memoryDnsProvider } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { addZone, appliedChanges, dnsUser, endOf, textSet, zone, type DnsUser } from '../lab/dns-lab.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const writers = 20
const environment = { HOST_PUBLIC_URL: 'http://host.test' }

interface Place {
  readonly id: string
  readonly orgId: string
}

for (const product of testDatabases) {
  test(`${product.dialect}: §2.24 ${writers} writers of one record set lose no update, on two hosts where the database is shared`, async () => {
    await using database = await product.create()
    const provider = memoryDnsProvider({ zones: { [zone]: [] } })
    const users = Array.from({ length: product.dialect === 'sqlite' ? 1 : 2 }, () => dnsUser(provider))
    await using hosts = new AsyncDisposableStack()
    const [first] = await Promise.all(users.map((user) => open(hosts, database, user)))
    assert.ok(first)
    const { ben } = await first.people()
    const place = await addZone(ben)
    await Promise.all(Array.from({ length: writers }, (_, count) => write(users[count % users.length], place, count)))

    const changesets = users[0]?.changesets()
    assert.ok(changesets)
    const changes = await appliedChanges(changesets, ben, place)
    assert.equal(changes.length, writers)
    let present = 'null'
    for (const { before, after } of changes) {
      assert.equal(before, present, 'a change replaces the value that its plan has shown')
      present = after
    }
    const [last] = provider.zones.get(zone)?.records ?? []
    assert.deepEqual(JSON.parse(present), { ttl: last?.ttl, data: last?.data })
  })
}

async function open(hosts: AsyncDisposableStack, at: { readonly url: string }, { plugin }: DnsUser) {
  return hosts.use(await startSpecHost({ at, environment, plugins: [plugin] }))
}

/** Sets the record set to a value of its own, however often others come first. */
async function write(user: DnsUser | undefined, { id, orgId }: Place, count: number): Promise<void> {
  assert.ok(user)
  const set = [textSet('shared', `writer ${count}`)]
  for (let tries = 1; ; tries += 1) {
    try {
      const applied = await user.dns().apply(orgId, { title: 'Write', zones: [{ zoneId: id, set }] })
      assert.ok(applied)
      const { state } = await endOf(user.changesets(), orgId, applied.id)
      if (state === 'applied') return
      assert.equal(state, 'expired')
    } catch (error) {
      assert.ok(error instanceof Problem, String(error))
      assert.ok(['target_busy', 'stale_plan', 'too_many_requests'].includes(error.code), error.code)
    }
    // A real wait, longer each time: on a busy machine the looks of twenty writers would leave no time for the changes.
    await pause(Math.min(50 * tries, 1_000))
  }
}
