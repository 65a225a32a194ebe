import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { defineJob, definePlugin, Features, Jobs, requireService } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import * as z from 'zod/mini'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost } from '../../testing/lab-host.ts'

const hour = 3_600_000
const report = defineJob({ name: 'report', input: z.strictObject({}) })

/** A plugin with a report at nine in every workspace. */
function reports(made: string[]) {
  return definePlugin({
    name: 'reports',
    info: { title: 'Reports', description: 'Reports', icon: 'note', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      const jobs = requireService(ctx, Jobs)
      jobs.handle(report, async ({ orgId }) => void made.push(orgId))
      jobs.schedule(report, '0 9 * * *', { each: 'workspace', timeZone: 'workspace', input: {} })
    },
  })
}

for (const product of testDatabases) {
  suite(`a schedule for each workspace in a host on ${product.dialect}`, () => {
    test('§P98 follows the time zone that a workspace sets, and its feature', async (t) => {
      await using fresh = await product.create()
      let now = Date.UTC(2030, 5, 3, 23, 30)
      const made: string[] = []
      const { host, admin, person } = await labHost(t, [reports(made)], {
        environment: { HOST_DATABASE_URL: fresh.url },
        clock: () => now,
      })
      const [workspaces, features] = [host.lookup(Workspaces), host.lookup(Features)]
      const home = await admin()
      const tokyo = await person('owner', 'Tokyo')
      const off = await person('owner', 'Off')
      await features?.set(off.orgId, 'reports', false)
      const actor = { orgId: tokyo.orgId, actorId: tokyo.userId }
      assert.equal((await workspaces?.change(actor, { timeZone: 'asia/tokyo' }))?.timeZone, 'Asia/Tokyo')
      for (const timeZone of ['Mars/Base', '+09:00', '', 'x'.repeat(65), 'PST8PDT; drop']) {
        await assert.rejects(workspaces!.change(actor, { timeZone }), { code: 'invalid_input' })
      }
      const at = async (moment: number): Promise<readonly string[]> => {
        now = moment
        await host.settleJobs()
        return made.splice(0)
      }
      assert.deepEqual(await at(now), [])
      await at(Date.UTC(2030, 5, 4, 0, 0, 1))
      assert.deepEqual(await at(Date.UTC(2030, 5, 4, 0, 11)), [tokyo.orgId])
      await at(Date.UTC(2030, 5, 4, 9, 0, 1))
      assert.deepEqual(await at(Date.UTC(2030, 5, 4, 9, 11)), [home.orgId])
      await features?.set(off.orgId, 'reports', true)
      await at(Date.UTC(2030, 5, 5, 9, 0, 1))
      const all = await at(Date.UTC(2030, 5, 5, 9, 0, 1) + hour)
      assert.deepEqual(all.toSorted(), [home.orgId, off.orgId, tokyo.orgId].toSorted())
    })
  })
}
