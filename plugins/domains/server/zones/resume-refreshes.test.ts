import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, type PluginContext } from '@host/plugin'
import { createTestHost, memoryDnsProvider } from '@host/testing'
import { addAccount, addZone, readZone } from '../../shared.ts'
import { plugin } from '../index.ts'
import type { Tables } from '../models.ts'
import { createDnsWitness } from '../testing/dns-witness.ts'
import { acme } from '../testing/zones-lab.ts'

test('a zone without its job, such as one of an imported workspace, is read every hour again', async () => {
  let ctx: PluginContext<Tables> | undefined
  const watched = definePlugin({
    ...plugin,
    mount(mux, given) {
      ctx = given
      return plugin.mount(mux, given)
    },
  })
  const witness = createDnsWitness(memoryDnsProvider({ zones: { [acme]: [] } }))
  await using host = await createTestHost({ plugins: [watched, witness.plugin] })
  const account = { provider: 'memory', label: 'Memory', settings: { token: 'memory-token' } }
  const { id: accountId } = await host.as('admin').call(addAccount, account)
  const { id } = await host.as('admin').call(addZone, { accountId, name: acme })
  const db = ctx?.db.inWorkspace(host.workspaces.here, 'take the job of a zone in a test')
  await db?.updateTable('domains_zones').set({ check_job: null }).where('id', '=', id).execute()
  const passed = async (hours: number) => {
    host.clock.advance({ hours })
    await host.settleJobs()
    await host.as('member').signIn()
    return (await host.as('member').call(readZone, { id })).readAt
  }
  const first = await passed(1)
  const second = await passed(2)
  assert.ok(first !== null && second !== null && second > first, `${first} ${second}`)
})
