import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { Problem, type Changeset, type DnsRecordSet, type DnsService } from '@host/plugin'
import { listRecords } from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

const go: DnsRecordSet = { name: `go.${acme}`, type: 'CNAME', ttl: 300, data: ['links.example.net.'] }

const contract = new URL('../../../../packages/plugin/src/services/dns.ts', import.meta.url)

/** The example of the reference, as a function. */
async function exampleOfReference(): Promise<(ctx: { dns: DnsService }, orgId: string) => Promise<void>> {
  const [, example = ''] = /@example\n([^]*?)\n \*\//.exec(await readFile(contract, 'utf8')) ?? []
  const code = example.replaceAll(/^ \* /gm, '')
  assert.match(code, /ctx\.dns\.zoneOf.*ctx\.dns\.plan/s)
  const text = `export const example = async (ctx, orgId) => {\n${code}\n}`
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    readonly example: (ctx: { dns: DnsService }, orgId: string) => Promise<void>
  }
  return module.example
}

suite('ctx.dns', () => {
  test('the example of the reference plans its record', async () => {
    const example = await exampleOfReference()
    await using lab = await openZonesLab()
    const { here } = lab.host.workspaces
    const planned: (Changeset | undefined)[] = []
    const plan: DnsService['plan'] = async (orgId, options) => {
      const changeset = await lab.dns.plan(orgId, options)
      planned.push(changeset)
      return changeset
    }
    const dns: DnsService = { ...lab.dns, plan }
    await example({ dns }, here)
    assert.equal(planned.length, 0, 'no zone has the name')
    lab.provider.addZone('example.com')
    await lab.addZone('example.com')
    await example({ dns }, here)
    assert.deepEqual(
      planned.map((changeset) => [changeset?.state, changeset?.parts[0]?.count]),
      [['planned', 1]],
    )
  })

  test("record sets that a plugin applies are its own: a person's plan warns, and the list names the owner", async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const { here } = lab.host.workspaces
    const options = { title: 'Short links', note: 'Links', owns: true, zones: [{ zoneId: id, set: [go] }] }
    const applied = await lab.dns.apply(here, options)
    assert.equal(applied?.plugin, 'links')
    await lab.host.settleJobs()
    assert.ok(lab.records().includes('go.acme.example 300 CNAME links.example.net.'))
    const { items } = await lab.host.as('member').call(listRecords, { id, type: 'CNAME' })
    assert.deepEqual(items[0]?.owner, { plugin: 'links', note: 'Links' })
    const { warnings } = await lab.plan(id, { delete: [{ name: 'go', type: 'CNAME' }] })
    assert.deepEqual(
      warnings.map(({ plugin, code, params }) => [plugin, code, params?.['owner']]),
      [['host', 'owned', 'links']],
    )
    assert.equal((await lab.dns.delete(here, id, [go]))?.state, 'applying')
    await lab.host.settleJobs()
    assert.equal(lab.records().length, 5)
    assert.equal(await lab.dns.delete(here, id, [go]), undefined)
  })

  test('a change that asks for a confirmation waits for a person', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const mx = { name: acme, type: 'MX', ttl: 3_600, data: ['20 mail.acme.example.'] }
    const planned = await lab.dns.apply(lab.host.workspaces.here, { title: 'Mail', zones: [{ zoneId: id, set: [mx] }] })
    assert.equal(planned?.state, 'planned')
    await lab.host.settleJobs()
    assert.ok(lab.records().includes('acme.example 3600 MX 10 mail.acme.example.'))
  })

  test('nothing is planned in a workspace where the feature is off', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    await lab.host.switchFeature('domains', false)
    const { here } = lab.host.workspaces
    const calls = lab.provider.calls.length
    const options = { title: 'Short links', zones: [{ zoneId: id, set: [go] }] }
    await assert.rejects(lab.dns.plan(here, options), { code: 'feature_disabled' })
    await assert.rejects(lab.dns.apply(here, options), { code: 'feature_disabled' })
    await assert.rejects(lab.dns.delete(here, id, [go]), { code: 'feature_disabled' })
    assert.equal(lab.provider.calls.length, calls)
  })

  test('wrong plans name their fields, and the longest zone holds a name', async () => {
    await using lab = await openZonesLab()
    lab.provider.addZone(`sub.${acme}`)
    const [{ id }, sub] = [await lab.addZone(), await lab.addZone(`sub.${acme}`)]
    const { here, there } = lab.host.workspaces
    const names = (await lab.dns.zones(here)).map(({ name }) => name)
    assert.deepEqual(names, [acme, `sub.${acme}`])
    assert.equal((await lab.dns.zoneOf(here, `A.sub.${acme}.`))?.id, sub.id)
    assert.equal((await lab.dns.zoneOf(here, `asub.${acme}`))?.id, id)
    assert.equal(await lab.dns.zoneOf(there, acme), undefined)
    const wrong = { ...go, data: ['relative'] }
    const paths = async (zones: Parameters<typeof lab.dns.plan>[1]['zones']) => {
      const error: unknown = await lab.dns.plan(here, { title: 'T', zones }).catch((caught: unknown) => caught)
      assert.ok(error instanceof Problem)
      return error.options.errors?.map(({ path }) => path)
    }
    assert.deepEqual(await paths([{ zoneId: sub.id }, { zoneId: id, set: [wrong] }]), ['zones.1.set.0.data.0'])
    assert.deepEqual(await paths([{ zoneId: id, set: [{ ...go, name: acme }] }]), ['zones.0.set.0.type'])
    assert.deepEqual(await paths([{ zoneId: id }, { zoneId: id }]), ['zones'])
  })
})
