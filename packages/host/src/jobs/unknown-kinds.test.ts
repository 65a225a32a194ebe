import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyDatabase } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged } from '../../testing/jobs/job-lab.ts'

for (const product of everyDatabase) {
  test(`${product.name}: §P85 a process that does not know a kind fails none of its jobs, and one that does does them`, async () => {
    await using lab = await openJobLab(product)
    const [older, newer] = [await lab.start(), await lab.start()]
    const done: string[] = []
    const kind = { ...tagged(), name: 'mail.send' }
    newer.jobs.engine.handle('host', kind, async (_scope, { tag }) => void done.push(tag))
    await newer.jobs.engine.add([{ orgId: 'instance', plugin: 'host', kind, lane: 'notes', input: { tag: 'one' } }])
    await older.jobs.settle()
    assert.deepEqual(
      (await lab.jobs()).map(({ state, attempt }) => [state, attempt]),
      [['held', 0]],
    )
    await newer.jobs.maintenance.look()
    await newer.jobs.settle()
    assert.deepEqual([done, (await lab.jobs()).map(({ state }) => state)], [['one'], ['done']])
  })
}
