import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, TestCallError } from '@host/testing'
import { domainLimits, importRecords, listRecords, planRecords, refreshZone } from '../../shared.ts'
import { acme, openZonesLab, type Edits, type ZonesLab } from '../testing/zones-lab.ts'

/** The fields that a plan is refused at. */
async function complaints(lab: ZonesLab, id: string, edits: Edits): Promise<readonly string[]> {
  try {
    await lab.plan(id, edits)
  } catch (error) {
    if (!(error instanceof TestCallError)) throw error
    assert.equal(error.code, 'invalid_input')
    return (error.problem?.errors ?? []).map(({ path }) => path)
  }
  return []
}

const one = (name: string, type: string, ...data: string[]): Edits => ({ set: [{ name, type, data }] })

suite('record sets: rules', () => {
  test('wrong records are refused at their field', async () => {
    await using lab = await openZonesLab({
      provider: memoryDnsProvider({
        zones: { [acme]: usual },
        capabilities: { types: usualTypes, ttl: { min: 60, max: 86_400 }, hasComments: false, hasProxy: false },
      }),
    })
    const { id } = await lab.addZone()
    const wrong: readonly (readonly [Edits, string])[] = [
      [one('www', 'A', '192.0.2.256'), 'set.0.data.0'],
      [one('www', 'AAAA', '192.0.2.1'), 'set.0.data.0'],
      [one('www', 'MX', '10 mail'), 'set.0.data.0'],
      [one('a..b', 'A', '192.0.2.1'), 'set.0.name'],
      [one('a'.repeat(64), 'A', '192.0.2.1'), 'set.0.name'],
      [one('www.other.example.', 'A', '192.0.2.1'), 'set.0.name'],
      [one('www', 'NOPE', 'x'), 'set.0.type'],
      [one('www', 'TLSA', '3 1 1 00'), 'set.0.type'],
      [one('www', 'DNAME', 'other.example.'), 'set.0.type'],
      [one('@', 'SOA', 'ns. mail. 1 2 3 4 5'), 'set.0.type'],
      [{ set: [{ name: 'www', type: 'A', data: ['192.0.2.1'], ttl: 59 }] }, 'set.0.ttl'],
      [{ set: [{ name: 'www', type: 'A', data: ['192.0.2.1'], ttl: 86_401 }] }, 'set.0.ttl'],
      [{ set: [{ name: 'www', type: 'A', data: ['192.0.2.1'], comment: 'x' }] }, 'set.0.comment'],
      [{ set: [{ name: 'www', type: 'A', data: ['192.0.2.1'], isProxied: true }] }, 'set.0.isProxied'],
      [{ ...one('www', 'A', '192.0.2.1'), delete: [{ name: 'www', type: 'a' }] }, 'set.0.name'],
    ]
    for (const [edits, path] of wrong) assert.deepEqual(await complaints(lab, id, edits), [path], JSON.stringify(edits))
    assert.equal(lab.records().length, usual.length)
  })

  test('a proxied record set has the TTL of the provider, in its plan and once it is applied', async () => {
    const proxied = { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'], isProxied: true }
    const provider = memoryDnsProvider({ zones: { [acme]: [...usual, proxied] }, capabilities: { proxiedTtl: 300 } })
    await using lab = await openZonesLab({ provider })
    const { id } = await lab.addZone()
    const set = [
      { name: 'www', type: 'A', data: ['192.0.2.2'], ttl: 600 },
      { name: 'shop', type: 'A', data: ['192.0.2.3'], ttl: 60, isProxied: true },
      { name: 'mail', type: 'A', data: ['192.0.2.4'], ttl: 600 },
    ]
    const plan = await lab.plan(id, { set })
    const { items } = await lab.changesets.steps(lab.host.workspaces.here, plan.id, {})
    const planned = items.map(({ key, after }) => `${key} ${(after as { ttl: number }).ttl}`)
    const wanted = [`mail.${acme} A 600`, `shop.${acme} A 300`, `www.${acme} A 300`]
    assert.deepEqual(planned.toSorted(), wanted)
    assert.equal((await lab.apply(plan)).state, 'applied')
    const found = provider.zones.get(acme)?.records.map(({ name, type, ttl }) => `${name} ${type} ${ttl}`) ?? []
    assert.deepEqual(
      wanted.filter((each) => !found.includes(each)),
      [],
    )
    const text = '$TTL 3600\nwww A 192.0.2.9\n'
    const member = lab.host.as('member')
    const { changeset } = await member.call(importRecords, { id, text, mode: 'merge' })
    const imported = await lab.changesets.steps(lab.host.workspaces.here, changeset?.id ?? '', {})
    assert.deepEqual(
      imported.items.map(({ after }) => (after as { ttl: number }).ttl),
      [300],
    )
  })

  test('rules of a zone hold for the records that a plan leaves there', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const wrong: readonly (readonly [string, Edits, string])[] = [
      ['alias at the zone', one('@', 'CNAME', 'other.example.'), 'set.0.type'],
      ['alias beside others', one('www', 'CNAME', 'other.example.'), 'set.0.type'],
      ['alias of itself', one('go', 'CNAME', 'go.acme.example.'), 'set.0.data'],
      ['two aliases', one('go', 'CNAME', 'a.example.', 'b.example.'), 'set.0.data'],
      [
        'mail server that becomes an alias',
        { ...one('mail', 'CNAME', 'other.example.'), delete: [{ name: 'mail', type: 'A' }] },
        'set.0.name',
      ],
      ['address as a mail server', one('sub', 'MX', '10 192.0.2.1.'), 'set.0.data'],
      ['no mail beside a mail server', one('sub', 'MX', '0 .', '10 mail.acme.example.'), 'set.0.data'],
      ['DS at the zone', one('@', 'DS', '1 13 2 00'), 'set.0.name'],
      ['DS without NS', one('sub', 'DS', '1 13 2 00'), 'set.0.type'],
      ['delegated wildcard', one('*.sub', 'NS', 'ns1.other.example.'), 'set.0.name'],
      ['zone without NS', { delete: [{ name: '@', type: 'NS' }] }, 'delete.0.name'],
      [
        'service on an alias',
        {
          set: [
            ...(one('go', 'CNAME', 'a.example.').set ?? []),
            ...(one('_sip._tcp', 'SRV', '1 1 5060 go.acme.example.').set ?? []),
          ],
        },
        'set.1.data',
      ],
    ]
    for (const [name, edits, path] of wrong) {
      assert.ok(
        (await complaints(lab, id, edits)).includes(path),
        `${name}: ${JSON.stringify(await complaints(lab, id, edits))}`,
      )
    }
    const right: readonly Edits[] = [
      { ...one('www', 'CNAME', 'other.example.'), delete: [{ name: 'www', type: 'A' }] },
      { set: [...(one('sub', 'NS', 'ns1.other.example.').set ?? []), ...(one('sub', 'DS', '1 13 2 00').set ?? [])] },
      one('sub', 'MX', '0 .'),
      one('*.wild', 'A', '192.0.2.1'),
      one('_x._y', 'TYPE65280', String.raw`\# 2 abcd`),
      one('bücher', 'HTTPS', '1 . alpn=h2'),
    ]
    for (const edits of right) assert.equal((await lab.plan(id, edits)).state, 'planned')
  })
})

suite('record sets: changes and reverts', () => {
  test('a name changes from addresses to an alias in one plan, and back by its revert', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const before = lab.records()
    const plan = await lab.plan(id, { ...one('www', 'CNAME', 'other.example.'), delete: [{ name: 'www', type: 'A' }] })
    assert.equal((await lab.apply(plan)).state, 'applied')
    assert.ok(lab.records().includes('www.acme.example 300 CNAME other.example.'))
    const revert = await lab.changesets.revert(lab.host.workspaces.here, plan.id, { title: 'Back' })
    assert.ok(revert)
    assert.equal((await lab.apply(revert)).state, 'applied')
    assert.deepEqual(lab.records(), before)
  })

  test('MX priority, proxied flag and TTL survive a round trip, and so does what an edit leaves out', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const text = await (await member.get(`/api/x/domains/zones/${id}/export`)).text()
    assert.match(text, /3600 IN MX\s+10 mail\.acme\.example\./)
    assert.deepEqual(await member.call(importRecords, { id, text, mode: 'replace' }), {
      changeset: null,
      problems: [],
      hasMoreProblems: false,
    })
    await lab.apply(await lab.plan(id, one('www', 'A', '192.0.2.3')))
    assert.deepEqual(lab.provider.zones.get(acme)?.get({ name: `www.${acme}`, type: 'A' }), {
      name: `www.${acme}`,
      type: 'A',
      ttl: 300,
      data: ['192.0.2.3'],
      comment: 'Web',
      isProxied: true,
    })
    const cleared = { name: 'www', type: 'A', data: ['192.0.2.3'], comment: null, isProxied: false, ttl: 60 }
    await lab.apply(await lab.plan(id, { set: [cleared] }))
    assert.deepEqual(lab.provider.zones.get(acme)?.get({ name: `www.${acme}`, type: 'A' }), {
      name: `www.${acme}`,
      type: 'A',
      ttl: 60,
      data: ['192.0.2.3'],
    })
  })

  test('host names of records have no case: a change of it is none, and records in any case are changed', async () => {
    const mx: DnsRecordSet = { name: acme, type: 'MX', ttl: 3_600, data: ['10 Mail.ACME.example.'] }
    await using lab = await openZonesLab({ provider: memoryDnsProvider({ zones: { [acme]: [...usual, mx] } }) })
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const text = '$TTL 3600\n@ MX 10 MAIL.acme.example.\n'
    assert.equal((await member.call(importRecords, { id, text, mode: 'merge' })).changeset, null)
    await assert.rejects(lab.plan(id, one('@', 'MX', '10 mail.acme.EXAMPLE.')), /Nothing would change/)
    const plan = await lab.plan(id, one('@', 'MX', '20 Mail.acme.example.'))
    assert.equal((await lab.apply(plan, [acme])).state, 'applied')
    assert.ok(lab.records().includes('acme.example 3600 MX 20 mail.acme.example.'))
  })

  test('a revert brings back records that a plan could not set, and warns', async () => {
    const odd: readonly DnsRecordSet[] = [
      { name: acme, type: 'CNAME', ttl: 300, data: ['other.example.'] },
      { name: `go.${acme}`, type: 'CNAME', ttl: 300, data: ['links.example.net.'] },
      { name: `sub.${acme}`, type: 'MX', ttl: 300, data: [`10 go.${acme}.`] },
      { name: `sub.${acme}`, type: 'A', ttl: 1, data: ['192.0.2.1'] },
    ]
    const provider = memoryDnsProvider({
      zones: { [acme]: [...usual, ...odd] },
      capabilities: { ttl: { min: 60, max: 86_400 } },
    })
    await using lab = await openZonesLab({ provider })
    const { id } = await lab.addZone()
    const { here } = lab.host.workspaces
    const before = lab.records()
    const gone = await lab.plan(id, { delete: odd.map(({ name, type }) => ({ name, type })) })
    assert.equal((await lab.apply(gone, [acme])).state, 'applied')
    const revert = await lab.changesets.revert(here, gone.id, { title: 'Back' })
    assert.deepEqual(
      revert?.warnings.filter(({ code }) => code === 'against_rules').map(({ plugin, keys }) => [plugin, keys]),
      [['domains', [`sub.${acme} A`, `sub.${acme} MX`, `go.${acme} CNAME`, `${acme} CNAME`]]],
    )
    for (const each of odd) provider.zones.get(acme)?.set(each)
    assert.deepEqual(lab.records(), before)
    const moved = await lab.plan(id, { delete: [{ name: 'sub', type: 'MX' }] })
    assert.equal((await lab.apply(moved, [acme])).state, 'applied')
    const back = await lab.changesets.revert(here, moved.id, { title: 'Back' })
    assert.ok(back)
    assert.equal((await lab.apply(back, [acme])).state, 'applied')
    assert.deepEqual(lab.records(), before)
  })

  test('an alias at the zone itself that is there already refuses no other edit', async () => {
    const apex: DnsRecordSet = { name: acme, type: 'CNAME', ttl: 300, data: ['other.example.'] }
    const sub: DnsRecordSet = { name: `sub.${acme}`, type: 'MX', ttl: 300, data: [`10 go.${acme}.`] }
    const go: DnsRecordSet = { name: `go.${acme}`, type: 'CNAME', ttl: 300, data: ['links.example.net.'] }
    await using lab = await openZonesLab({
      provider: memoryDnsProvider({ zones: { [acme]: [...usual, apex, sub, go] } }),
    })
    const { id } = await lab.addZone()
    for (const edits of [
      one('@', 'MX', '20 mail.acme.example.'),
      one('@', 'TXT', 'hello'),
      one('@', 'CNAME', 'third.example.'),
      one('sub', 'MX', '20 go.acme.example.'),
    ]) {
      assert.deepEqual(await complaints(lab, id, edits), [], JSON.stringify(edits))
    }
  })

  test('a comment of the provider stays as it is, however long, and only people have a limit', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const zone = lab.provider.zones.get(acme)
    const given = { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'], comment: ` ${'c'.repeat(120)} ` }
    zone?.set(given)
    await lab.host.as('admin').call(refreshZone, { id })
    const edit = { name: 'www', type: 'A', data: ['192.0.2.9'] }
    assert.equal((await lab.apply(await lab.plan(id, { set: [edit] }))).state, 'applied')
    assert.deepEqual(zone?.get(given), { ...given, data: ['192.0.2.9'] })
    const same = { ...edit, data: ['192.0.2.8'], comment: given.comment }
    assert.equal((await lab.apply(await lab.plan(id, { set: [same] }))).state, 'applied')
    assert.deepEqual(zone?.get(given), { ...given, data: ['192.0.2.8'] })
    const text = await (await lab.host.as('member').get(`/api/x/domains/zones/${id}/export`)).text()
    assert.equal((await lab.host.as('member').call(importRecords, { id, text, mode: 'replace' })).changeset, null)
    assert.deepEqual(await complaints(lab, id, { set: [{ ...edit, comment: 'd'.repeat(101) }] }), ['set.0.comment'])
    const gone = await lab.plan(id, { delete: [{ name: 'www', type: 'A' }] })
    assert.equal((await lab.apply(gone)).state, 'applied')
    const revert = await lab.changesets.revert(lab.host.workspaces.here, gone.id, { title: 'Back' })
    assert.ok(revert)
    assert.equal((await lab.apply(revert)).state, 'applied')
    assert.deepEqual(zone?.get(given), { ...given, data: ['192.0.2.8'] })
  })
})

suite('record sets: plans and lists', () => {
  test('text without quotes is one string, and long text is split', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    await lab.apply(await lab.plan(id, one('_dmarc', 'TXT', 'v=DMARC1; p=none')))
    await lab.apply(await lab.plan(id, one('long', 'TXT', 'x'.repeat(300))))
    assert.ok(lab.records().includes('_dmarc.acme.example 300 TXT "v=DMARC1; p=none"'))
    assert.ok(lab.records().includes(`long.acme.example 300 TXT "${'x'.repeat(255)}" "${'x'.repeat(45)}"`))
  })

  test('risky plans ask for the name of the zone', async () => {
    const records = Array.from({ length: 8 }, (_, place): DnsRecordSet => ({
      name: `h${place}.${acme}`,
      type: 'A',
      ttl: 300,
      data: ['192.0.2.1'],
    }))
    await using lab = await openZonesLab({ provider: memoryDnsProvider({ zones: { [acme]: [...usual, ...records] } }) })
    const { id } = await lab.addZone()
    const asked = async (edits: Edits) =>
      (await lab.plan(id, edits)).warnings.map(({ code, confirm, plugin }) => [plugin, code, confirm])
    const remove = (count: number): Edits => ({
      delete: records.slice(0, count).map(({ name, type }) => ({ name, type })),
    })
    assert.deepEqual(await asked(remove(3)), [])
    assert.deepEqual(await asked(remove(4)), [['domains', 'many', acme]])
    assert.deepEqual(await asked(one('@', 'MX', '20 mail.acme.example.')), [['domains', 'sensitive', acme]])
    assert.deepEqual(await asked(one('_dmarc', 'TXT', 'v=DMARC1; p=none')), [])
    const plan = await lab.plan(id, remove(8))
    await assert.rejects(lab.apply(plan), { code: 'invalid_input' })
    assert.equal((await lab.apply(plan, [acme])).state, 'applied')
  })

  test('record sets are listed by name, filtered by type, and searched by name and data', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    await lab.apply(await lab.plan(id, { set: [{ name: 'bücher', type: 'A', data: ['198.51.100.7'] }] }))
    const found = async (input: object) =>
      (await lab.host.as('member').call(listRecords, { id, ...input })).items.map(
        ({ shownName, type }) => `${shownName} ${type}`,
      )
    assert.deepEqual(await found({}), [
      `${acme} MX`,
      `${acme} NS`,
      `${acme} TXT`,
      `mail.${acme} A`,
      `www.${acme} A`,
      `bücher.${acme} A`,
    ])
    assert.deepEqual(await found({ type: 'MX' }), [`${acme} MX`])
    assert.deepEqual(await found({ q: 'bücher' }), [`bücher.${acme} A`])
    assert.deepEqual(await found({ q: '198.51' }), [`bücher.${acme} A`])
    assert.deepEqual(await found({ q: 'include:spf' }), [`${acme} TXT`])
    assert.deepEqual(await found({ sort: '-ttl', limit: 1 }), [`${acme} NS`])
  })

  test('many record sets are changed by one plan', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const set = Array.from({ length: domainLimits.edits }, (_, place) => ({
      name: `n${place}`,
      type: 'A',
      data: ['192.0.2.1'],
    }))
    const plan = await lab.plan(id, { set })
    assert.equal((await lab.apply(plan)).state, 'applied')
    assert.equal(lab.records().length, domainLimits.edits + 5)
    const answer = await lab.host.as('member').post(`/api/x/domains/zones/${id}/plan`, { set: [...set, ...set] })
    assert.equal(answer.status, 400)
    await assert.rejects(lab.host.as('member').call(planRecords, { id, set: [{ name: 'x', type: 'A', data: [] }] }), {
      code: 'invalid_input',
    })
  })
})

const usualTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS']
const usual: readonly DnsRecordSet[] = [
  { name: acme, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] },
  { name: acme, type: 'MX', ttl: 3_600, data: ['10 mail.acme.example.'] },
  { name: `mail.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.25'] },
  { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1'] },
]
