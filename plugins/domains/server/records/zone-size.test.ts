import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, TestCallError } from '@host/testing'
import { domainLimits, planRecords, refreshZone } from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

const text = `"${'x'.repeat(250)}"`
/** A record set of some 50 kB. */
const big = (number: number, records = 190): DnsRecordSet => ({
  name: `big${number}.${acme}`,
  type: 'TXT',
  ttl: 300,
  data: Array.from({ length: records }, (_, at) => `"${at}${text.slice(1)}`),
})

test('no plan leads a zone beyond the size that is read, and one that shrinks it is taken', async () => {
  const bytes = Buffer.byteLength(big(10).data.join('')) + big(10).name.length
  const most = Math.floor(domainLimits.zoneBytes / bytes)
  const records = Array.from({ length: most }, (_, at) => big(10 + at))
  await using lab = await openZonesLab({ provider: memoryDnsProvider({ zones: { [acme]: records } }) })
  const { id } = await lab.addZone()
  const set = ({ name, type, ttl, data }: DnsRecordSet) => ({
    name: name.replace(`.${acme}`, ''),
    type,
    ttl,
    data: [...data],
  })
  const grow = lab.host.as('member').call(planRecords, { id, set: [set(big(999))], delete: [] })
  await assert.rejects(grow, (error) => error instanceof TestCallError && error.problem?.code === 'conflict')
  const small = { name: 'small', type: 'A', ttl: 300, data: ['192.0.2.1'] }
  const plan = await lab.plan(id, { set: [small, set(big(10, 100))], delete: [] })
  assert.equal((await lab.apply(plan, [acme])).state, 'applied')
  await lab.host.as('admin').call(refreshZone, { id })
})
