import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Problem, type DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, TestCallError } from '@host/testing'
import { handBackRecord, importRecords, listRecords, planPreset, takeOverRecord } from '../../shared.ts'
import { acme, openZonesLab, type Edits } from '../testing/zones-lab.ts'

const one = (name: string, type: string, ...data: string[]): Edits => ({ set: [{ name, type, data }] })

suite('takeovers', () => {
  test('record sets that a tool outside has marked are read-only until an admin takes them over, and again when handed back', async () => {
    const { lab, id } = await markedLab()
    await using _ = lab
    const shown = async () =>
      (await lab.host.as('member').call(listRecords, { id })).items
        .filter(({ foreignOwner }) => foreignOwner !== null)
        .map(({ name, type, foreignOwner, takeover }) => [name, type, foreignOwner, takeover?.by.id ?? null])
    const others = [
      [`a-www.${acme}`, 'TXT', 'external-dns (prod)', null],
      [`cname-go.${acme}`, 'TXT', 'external-dns (prod)', null],
      [`go.${acme}`, 'CNAME', 'external-dns (prod)', null],
    ]
    assert.deepEqual(await shown(), [...others, [`www.${acme}`, 'A', 'external-dns (prod)', null]])
    const edit = one('www', 'A', '192.0.2.9')
    await assert.rejects(lab.plan(id, edit), readOnlyAt('set.0.name'))
    await assert.rejects(lab.plan(id, { delete: [{ name: 'www', type: 'A' }] }), readOnlyAt('delete.0.name'))

    const set = { id, name: 'www', type: 'A' }
    await assert.rejects(lab.host.as('member').call(takeOverRecord, set), { code: 'forbidden' })
    await lab.host.as('admin').call(takeOverRecord, set)
    await lab.host.as('admin').call(takeOverRecord, set)
    assert.deepEqual(await shown(), [...others, [`www.${acme}`, 'A', 'external-dns (prod)', lab.host.userIds.admin]])
    const plan = await lab.plan(id, edit)
    assert.deepEqual(plan.warnings, [])
    assert.equal((await lab.apply(plan)).state, 'applied')
    assert.ok(
      lab.records().some((text) => text.startsWith(`a-www.${acme} 300 TXT`)),
      'the mark stays',
    )

    const waiting = await lab.plan(id, one('www', 'A', '192.0.2.10'))
    await lab.host.as('admin').call(handBackRecord, set)
    assert.deepEqual(await shown(), [...others, [`www.${acme}`, 'A', 'external-dns (prod)', null]])
    await assert.rejects(lab.apply(waiting), { code: 'stale_plan' })
    await assert.rejects(lab.plan(id, one('www', 'A', '192.0.2.11')), readOnlyAt('set.0.name'))
    for (const action of ['dns_zone.record_taken_over', 'dns_zone.record_handed_back']) {
      assert.equal((await lab.audited(action))[0]?.target, `dns_zone:${id}`)
    }
  })

  test('imports, presets, plugins and reverts leave record sets of tools outside alone', async () => {
    const { lab, id } = await markedLab()
    await using _ = lab
    const member = lab.host.as('member')
    const text = 'www 300 IN A 192.0.2.9'
    const { changeset, problems } = await member.call(importRecords, { id, text, mode: 'merge' })
    assert.deepEqual([changeset, problems.map(({ line }) => line)], [null, [1]])
    const links = { preset: 'links', name: 'go', target: 'links.example.net' } as const
    await assert.rejects(member.call(planPreset, { id, records: links }), { code: 'invalid_input' })
    const zones = [{ zoneId: id, delete: [{ name: `www.${acme}`, type: 'A' }] }]
    const changed = lab.dns.apply(lab.host.workspaces.here, { title: 'Clean up', zones })
    await assert.rejects(changed, readOnlyAt('zones.0.delete.0.name'))

    const set = { id, name: 'www', type: 'A' }
    await lab.host.as('admin').call(takeOverRecord, set)
    const applied = await lab.apply(await lab.plan(id, one('www', 'A', '192.0.2.9')))
    await lab.host.as('admin').call(handBackRecord, set)
    const revert = lab.changesets.revert(lab.host.workspaces.here, applied.id, { title: 'Back' })
    await assert.rejects(revert, { code: 'conflict' })
  })

  test('only a record set that a tool outside has marked is taken over, and an unknown one is named', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const admin = lab.host.as('admin')
    await assert.rejects(admin.call(takeOverRecord, { id, name: 'mail', type: 'A' }), { code: 'conflict' })
    await assert.rejects(admin.call(takeOverRecord, { id, name: 'gone', type: 'A' }), { code: 'invalid_input' })
  })

  test('a plugin leaves the records of a tool outside alone, also where the mark is newer than the copy', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const mark: DnsRecordSet = { name: `new.${acme}`, type: 'TXT', ttl: 300, data: ['"heritage=external-dns"'] }
    lab.provider.zones.get(acme)?.set(mark)
    const zones = [{ zoneId: id, delete: [mark] }]
    const changed = lab.dns.apply(lab.host.workspaces.here, { title: 'Clean up', zones })
    await assert.rejects(changed, readOnlyAt('zones.0.delete.0.name'))
    await lab.host.settleJobs()
    assert.ok(lab.provider.zones.get(acme)?.get(mark))
  })

  test('a new record set where a tool outside has a mark is planned with a warning', async () => {
    const { lab, id } = await markedLab()
    await using _ = lab
    const { warnings } = await lab.plan(id, one('www', 'AAAA', '2001:db8::1'))
    assert.deepEqual(warnings, [])
    const { warnings: marked } = await lab.plan(id, { set: [{ name: 'a-www', type: 'A', data: ['192.0.2.1'] }] })
    assert.deepEqual(
      marked.map(({ code, keys, confirm }) => [code, keys, confirm]),
      [['foreign', [`a-www.${acme} A`], acme]],
    )
  })
})

/** A zone in which a tool outside manages `www` and `go`. */
async function markedLab() {
  const text = '"heritage=external-dns,external-dns/owner=prod,external-dns/resource=ingress/web"'
  const marks = ['a-www', 'cname-go'].map((label): DnsRecordSet => ({
    name: `${label}.${acme}`,
    type: 'TXT',
    ttl: 300,
    data: [text],
  }))
  const go: DnsRecordSet = { name: `go.${acme}`, type: 'CNAME', ttl: 300, data: ['web.example.net.'] }
  const lab = await openZonesLab({ provider: memoryDnsProvider({ zones: { [acme]: [...usual, ...marks, go] } }) })
  const { id } = await lab.addZone()
  return { lab, id }
}

/** A refusal that names the tool and the next step at one field. */
function readOnlyAt(path: string): (error: unknown) => boolean {
  return (error) => {
    const errors =
      error instanceof TestCallError ? error.problem?.errors : error instanceof Problem && error.options.errors
    assert.match(JSON.stringify(errors), /external-dns.*Take over/)
    assert.ok(JSON.stringify(errors).includes(`"${path}"`), JSON.stringify(errors))
    return true
  }
}

const usual: readonly DnsRecordSet[] = [
  { name: acme, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] },
  { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'] },
]
