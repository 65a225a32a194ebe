import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { Features } from '@host/plugin'
import { Sessions } from '@host/plugin/platform'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesPlugin } from '../../testing/notes-plugin.ts'

/** Two hosts as a parent's workers, on one database. */
async function workers(t: TestContext, url: string): Promise<readonly [LabHost, LabHost]> {
  const environment = { HOST_DATABASE_URL: url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
  const first = await labHost(t, [notesPlugin()], { environment, worker: { isFirst: true } })
  return [first, await labHost(t, [notesPlugin()], { environment, worker: { isFirst: false } })]
}

for (const { dialect, create } of testDatabases) {
  test(`${dialect}: a change on one worker applies to the next request at the other`, async (t) => {
    await using fresh = await create()
    const [one, other] = await workers(t, fresh.url)
    const { cookie, orgId, userId } = await one.person('owner', 'Studio')
    const statuses = async (): Promise<readonly number[]> =>
      Promise.all([one, other].map(async ({ get }) => (await get('/api/x/notes/mine', { cookie })).status))
    const features = one.host.lookup(Features)
    assert.deepEqual(await statuses(), [200, 200])
    await features?.set(orgId, 'notes', false)
    assert.deepEqual(await statuses(), [404, 404])
    await features?.set(orgId, 'notes', true)
    assert.deepEqual(await statuses(), [200, 200])
    await one.host.lookup(Sessions)?.revoke(userId, orgId)
    assert.deepEqual(await statuses(), [401, 401])
  })
}

test('§I1 only the first worker of a start prints a set-up link, so that it stays the newest', async (t) => {
  await using fresh = await testDatabases[0]?.create()
  const environment = { HOST_DATABASE_URL: fresh?.url ?? '', HOST_ADMIN_EMAIL: '', HOST_ADMIN_PASSWORD: '' }
  const links: (string | undefined)[] = []
  for (const isFirst of [true, false]) {
    const { host } = await labHost(t, [], { environment, worker: { isFirst } })
    links.push(host.setUpUrl)
  }
  assert.match(links[0] ?? '', /\/setup\?token=/)
  assert.equal(links[1], undefined)
})
