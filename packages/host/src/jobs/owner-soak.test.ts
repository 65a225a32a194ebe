/** How late the job of a neighbor begins while one owner's many workspaces wait for servers that never answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged } from '../../testing/jobs/job-lab.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const workspaces = 180
const seconds = 30
/** As long as a request of a webhook may take, in milliseconds. */
const hang = 15_000

for (const product of testDatabases) {
  test(
    `§P24 on ${product.dialect} ${workspaces} workspaces of one owner, all waiting, leave the job of another under 2 s`,
    {
      skip: !isSoak,
    },
    async (t) => {
      await using lab = await openJobLab(product)
      const { service, jobs } = await lab.start()
      const kind = tagged({ usesNetwork: true, timeout: 60_000 })
      const begun = new Map<string, number>()
      service.handle(kind, async ({ signal, again }, { tag }) => {
        begun.set(tag, performance.now())
        if (tag !== 'crowd') return undefined
        await pause(hang, undefined, { signal })
        return again(5_000)
      })
      for (let org = 0; org < workspaces; org += 1) {
        lab.owners.set(`org_${org}`, 'usr_crowd')
        for (const lane of ['a', 'b', 'c', 'd']) await service.enqueue(`org_${org}`, kind, { tag: 'crowd' }, { lane })
      }
      jobs.start()
      const waits: number[] = []
      for (let second = 0; second < seconds; second += 1) {
        await pause(1_000)
        const [tag, since] = [`neighbor ${second}`, performance.now()]
        await service.enqueue('org_neighbor', kind, { tag })
        while (!begun.has(tag)) await pause(2)
        waits.push((begun.get(tag) ?? 0) - since)
      }
      const [most, mean] = [Math.max(...waits), waits.reduce((sum, wait) => sum + wait, 0) / waits.length]
      t.diagnostic(`began after ${mean.toFixed(1)} ms on average, ${most.toFixed(1)} ms at most`)
      assert.ok(most < 2_000)
    },
  )
}
