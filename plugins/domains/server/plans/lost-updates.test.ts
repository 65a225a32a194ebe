import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, type MemoryDnsProvider } from '@host/testing'
import { importRecords, planPreset } from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

const present: DnsRecordSet = { name: acme, type: 'TXT', ttl: 300, data: ['"site=1"'] }
const changed: DnsRecordSet = { ...present, data: ['"site=1"', '"written between the reads"'] }

suite('writes between the two reads of a plan', () => {
  test('a plan that adds to present values is refused when they change, and keeps the new ones the next time', async () => {
    await using lab = await racingLab()
    const records = { preset: 'verification', name: '@', value: 'site=2' } as const
    const plan = () => lab.host.as('member').call(planPreset, { id: lab.id, records })
    lab.raceOnce()
    await assert.rejects(plan(), { code: 'stale_plan' })
    const { changeset } = await plan()
    assert.ok(changeset)
    await lab.apply(changeset, [acme])
    assert.deepEqual(lab.provider.zones.get(acme)?.get(present)?.data.toSorted(), [
      '"site=1"',
      '"site=2"',
      '"written between the reads"',
    ])
  })

  test('an edit, an import and a plan of a plugin are refused as well', async () => {
    await using lab = await racingLab()
    const set = [{ name: '@', type: 'TXT', data: ['other'] }]
    lab.raceOnce()
    await assert.rejects(lab.plan(lab.id, { set }), { code: 'stale_plan' })
    lab.provider.zones.get(acme)?.set(present)
    lab.raceOnce()
    const text = '@ 300 IN TXT "other"'
    const imported = lab.host.as('member').call(importRecords, { id: lab.id, text, mode: 'merge' })
    await assert.rejects(imported, { code: 'stale_plan' })
    lab.provider.zones.get(acme)?.set(present)
    lab.raceOnce()
    const zones = [{ zoneId: lab.id, set: [{ ...present, data: ['"other"'] }] }]
    await assert.rejects(lab.dns.apply(lab.host.workspaces.here, { title: 'Set', zones }), { code: 'stale_plan' })
  })
})

/** A zone that is changed at its provider right after the next read of it. */
async function racingLab() {
  const memory = memoryDnsProvider({ zones: { [acme]: [present] } })
  let isRacing = false
  const provider: MemoryDnsProvider = {
    ...memory,
    open(settings) {
      const account = memory.open(settings)
      return {
        zones: (options) => account.zones(options),
        write: (zone, change, options) => account.write(zone, change, options),
        async records(zone, options) {
          const sets = await account.records(zone, options)
          if (isRacing) memory.zones.get(acme)?.set(changed)
          isRacing = false
          return sets
        },
      }
    },
  }
  const lab = await openZonesLab({ provider })
  const { id } = await lab.addZone()
  return { ...lab, id, raceOnce: () => (isRacing = true) }
}
