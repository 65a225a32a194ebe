import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, newClient, SafeHttpError } from '@host/plugin/safehttp'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged } from '../../testing/jobs/job-lab.ts'

const product = testDatabases.find(({ dialect }) => dialect === 'sqlite')
assert.ok(product)
const inside = 'http://127.0.0.1:8080/'

test('§P63 a request in a job that does not declare the network is refused before it is sent, by any client and after any wait', async () => {
  await using lab = await openJobLab(product)
  const { jobs, service } = await lab.start()
  const client = newClient(1_000)
  const undeclared = tagged({ attempts: 1 })
  const declared = tagged({ name: 'declared', attempts: 1, usesNetwork: true })
  const ask = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await get(signal, client, inside, 'test/1.0')
  }
  for (const kind of [undeclared, declared]) service.handle(kind, ask)
  for (const kind of [undeclared, declared]) await service.enqueue('org_a', kind, { tag: 'x' })
  await jobs.settle()
  const rows = await lab.query('select kind, fault from host_jobs order by kind')
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['declared', 'tag'],
  )
  assert.match(String(rows[0]?.['fault']), /destination/i)
  assert.match(String(rows[1]?.['fault']), /"tag" of notes uses the network without declaring it/)
  await assert.rejects(get(AbortSignal.timeout(1_000), client, inside, 'test/1.0'), SafeHttpError)
})

test('§P63 a job is either atomic or uses the network', async () => {
  await using lab = await openJobLab(product)
  const { service } = await lab.start()
  const kind = tagged({ atomic: true, usesNetwork: true })
  assert.throws(() => service.handle(kind, async () => undefined), /a transaction would wait for another server/)
})
