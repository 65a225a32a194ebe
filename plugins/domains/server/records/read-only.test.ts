/** Record sets that the provider only shows: they are listed, found and exported as comments, and they are in the way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type DnsReadOnlySet, type DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, TestCallError } from '@host/testing'
import {
  diffZone,
  importRecords,
  listReadOnlyRecords,
  listRecords,
  listZoneHistory,
  planRecords,
  readZone,
  readZoneAt,
  refreshZone,
} from '../../shared.ts'
import { acme, openZonesLab, type Edits } from '../testing/zones-lab.ts'

const reason = { en: 'Change it in the console.', zh: '请在控制台中更改。' }
const lb: DnsReadOnlySet = { name: `lb.${acme}`, type: 'A', content: ['alias of d1.example.net.'], reason }
const alias: DnsReadOnlySet = {
  name: `cdn.${acme}`,
  type: 'CNAME',
  content: ['one: a.example.', 'two: b.example.'],
  reason,
}
const ns: DnsRecordSet = { name: acme, type: 'NS', ttl: 3_600, data: ['ns1.provider.example.'] }
const www: DnsRecordSet = { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'] }

async function openLab() {
  const provider = memoryDnsProvider({ zones: { [acme]: [ns, www] } })
  const zone = provider.zones.get(acme)
  assert.ok(zone)
  for (const set of [lb, alias]) zone.setReadOnly(set)
  const lab = await openZonesLab({ provider })
  const { id } = await lab.addZone()
  const member = lab.host.as('member')
  return { lab, id, member, zone }
}

test('read-only record sets are listed with their reason, apart from the others, and are found', async () => {
  const { lab, id, member } = await openLab()
  await using _ = lab
  const { items } = await member.call(listReadOnlyRecords, { id })
  assert.deepEqual(
    items.map(({ name, type, content, reason: why }) => [name, type, content, why]),
    [alias, lb].map(({ name, type, content }) => [name, type, content, reason.en]),
  )
  const found = await member.call(listReadOnlyRecords, { id, q: 'd1.example' })
  assert.deepEqual(
    found.items.map(({ name }) => name),
    [lb.name],
  )
  const details = await member.call(readZone, { id })
  assert.equal(details.readOnlyRecords, 2)
  assert.equal(details.records, 2)
  assert.deepEqual(
    (await member.call(listRecords, { id })).items.map(({ name }) => name),
    [acme, www.name],
  )
})

test('plans that touch a read-only record set, or clash with one, are refused at the field', async () => {
  const { lab, id, member } = await openLab()
  await using _ = lab
  const set = (name: string, type: string, data: string) => ({ set: [{ name: `${name}.`, type, data: [data] }] })
  for (const [edits, path, sentence] of [
    [
      set(lb.name, 'A', '192.0.2.9'),
      'set.0.name',
      /^The A records of this name are read-only here\. Change it in the console\.$/,
    ],
    [{ delete: [{ name: `${lb.name}.`, type: 'A' }] }, 'delete.0.name', /read-only here/],
    [set(lb.name, 'CNAME', 'other.example.'), 'set.0.name', /has read-only A records/],
    [set(alias.name, 'TXT', 'text'), 'set.0.name', /has read-only CNAME records/],
    [set(`mail.${acme}`, 'MX', `10 ${alias.name}.`), 'set.0.data', /is an alias/],
  ] satisfies readonly [Edits, string, RegExp][]) {
    const errors = await fieldsOf(member.call(planRecords, { id, ...edits }))
    assert.deepEqual(
      errors.map((each) => each.path),
      [path],
    )
    assert.match(errors[0]?.message ?? '', sentence)
  }
  await lab.plan(id, set(lb.name, 'TXT', 'text'))
  const { problems } = await member.call(importRecords, { id, mode: 'merge', text: `lb 300 IN A 192.0.2.9\n` })
  assert.match(problems[0]?.message ?? '', /read-only here/)
})

test('they are never drift, and the history, an import of all and an export go without them', async () => {
  const { lab, id, member, zone } = await openLab()
  await using _ = lab
  const admin = lab.host.as('admin')
  const from = new Date(lab.host.clock.now()).toISOString()
  for (const set of [
    { ...lb, content: ['alias of d2.example.net.'] },
    { ...lb, name: `new.${acme}` },
  ]) {
    zone.setReadOnly(set)
    await admin.call(refreshZone, { id })
    await admin.call(refreshZone, { id })
  }
  assert.equal((await member.call(readZone, { id })).readOnlyRecords, 3)
  assert.equal((await member.call(listZoneHistory, { id })).items.length, 1)
  await lab.pass({ minutes: 1 })
  const at = new Date(lab.host.clock.now()).toISOString()
  assert.deepEqual(
    (await member.call(readZoneAt, { id, at })).records.map(({ name }) => name),
    [acme, www.name],
  )
  assert.deepEqual((await member.call(diffZone, { id, from: at, to: at })).changes, [])
  assert.ok(from <= at)
  const text = await (await member.get(`/api/x/domains/zones/${id}/export`)).text()
  for (const line of [
    `; Left out, read-only: cdn.${acme}. CNAME one: a.example. | two: b.example.`,
    `; Left out, read-only: lb.${acme}. A alias of d2.example.net.`,
  ]) {
    assert.ok(text.split('\n').includes(line), text)
  }
  const imported = await member.call(importRecords, { id, mode: 'replace', text })
  assert.deepEqual(imported, { changeset: null, problems: [], hasMoreProblems: false })
})

test('a revert of a record set that became read-only is refused', async () => {
  const { lab, id, zone } = await openLab()
  await using _ = lab
  const plan = await lab.plan(id, { delete: [{ name: `${www.name}.`, type: 'A' }] })
  assert.equal((await lab.apply(plan, [acme])).state, 'applied')
  zone.setReadOnly({ ...lb, name: www.name })
  await lab.host.as('admin').call(refreshZone, { id })
  const revert = lab.changesets.revert(lab.host.workspaces.here, plan.id, { title: 'Back' })
  await assert.rejects(
    revert,
    (error) => error instanceof Problem && error.code === 'conflict' && /read-only/.test(error.message),
  )
})

/** The fields that a plan is refused at. */
async function fieldsOf(
  call: Promise<unknown>,
): Promise<readonly { readonly path: string; readonly message: string }[]> {
  try {
    await call
    return []
  } catch (error) {
    assert.ok(error instanceof TestCallError, String(error))
    return error.problem?.errors ?? []
  }
}
