import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDomain, listDomains, planChallenge, planPreset, type Preset } from '../../shared.ts'
import { acme, openZonesLab, type ZonesLab } from '../testing/zones-lab.ts'

/** Plans a preset and applies it. @returns the record sets that are new or different at the provider */
async function applied(lab: ZonesLab, id: string, records: Preset): Promise<readonly string[]> {
  const before = new Set(lab.records())
  const { changeset } = await lab.host.as('member').call(planPreset, { id, records })
  assert.ok(changeset)
  assert.equal((await lab.apply(changeset, [acme])).state, 'applied')
  return lab.records().filter((line) => !before.has(line))
}

async function refusedAt(lab: ZonesLab, id: string, records: object): Promise<readonly string[]> {
  const answer = await lab.host.as('member').post(`/api/x/domains/zones/${id}/presets`, { records })
  assert.equal(answer.status, 400)
  return ((await answer.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path)
}

const exchanges = [{ host: 'mx1.mail.example', priority: 10 }]

suite('presets', () => {
  test('mail: MX, SPF, DKIM, DMARC, MTA-STS and TLS-RPT are planned, and other texts stay', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'
    const lines = await applied(lab, id, {
      preset: 'mail',
      exchanges,
      senders: ['include:send.example', 'include:spf.example.net'],
      dmarc: { policy: 'quarantine', reports: 'dmarc@acme.example' },
      dkim: [{ selector: 's1', key: `-----BEGIN PUBLIC KEY-----\n${key}\n${key}\n-----END PUBLIC KEY-----` }],
      mtaSts: { id: '20260101' },
      tlsReports: 'tls@acme.example',
    })
    assert.deepEqual(lines, [
      '_dmarc.acme.example 300 TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.example"',
      '_mta-sts.acme.example 300 TXT "v=STSv1; id=20260101;"',
      '_smtp._tls.acme.example 300 TXT "v=TLSRPTv1; rua=mailto:tls@acme.example"',
      'acme.example 3600 MX 10 mx1.mail.example.',
      'acme.example 3600 TXT "site=1" | "v=spf1 mx include:spf.example.net include:send.example -all"',
      `s1._domainkey.acme.example 300 TXT "v=DKIM1; k=rsa; p=${key}${key}"`,
    ])
    assert.deepEqual(await lab.host.as('member').call(planPreset, { id, records: { preset: 'mail', exchanges } }), {
      changeset: null,
    })
  })

  test('mail at a name below the zone has an SPF record of its own', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    assert.deepEqual(await applied(lab, id, { preset: 'mail', name: 'news', exchanges }), [
      'news.acme.example 300 MX 10 mx1.mail.example.',
      'news.acme.example 300 TXT "v=spf1 mx ~all"',
    ])
  })

  test('mail keeps the redirection of an SPF record, which an "all" before it would end', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const spf = async (present: string, senders: string[] = []) => {
      lab.provider.zones.get(acme)?.set({ name: `sub.${acme}`, type: 'TXT', ttl: 300, data: [`"${present}"`] })
      await applied(lab, id, { preset: 'mail', name: 'sub', exchanges, senders })
      return lab.provider.zones.get(acme)?.get({ name: `sub.${acme}`, type: 'TXT' })?.data
    }
    assert.deepEqual(await spf('v=spf1 redirect=_spf.example.net', ['ip4:192.0.2.1']), [
      '"v=spf1 mx ip4:192.0.2.1 redirect=_spf.example.net"',
    ])
    assert.deepEqual(await spf('v=spf1 redirect=_spf.example.net -all'), ['"v=spf1 mx -all redirect=_spf.example.net"'])
    assert.deepEqual(await spf('v=spf1 a redirect=old.example.net', ['redirect=new.example.net']), [
      '"v=spf1 mx a redirect=new.example.net"',
    ])
  })

  test('short links and the verification of a site', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    assert.deepEqual(await applied(lab, id, { preset: 'links', name: 'go', target: 'Links.example.net' }), [
      'go.acme.example 300 CNAME links.example.net.',
    ])
    assert.deepEqual(await applied(lab, id, { preset: 'verification', value: 'token="a b"' }), [
      String.raw`acme.example 3600 TXT "site=1" | "token=\"a b\"" | "v=spf1 mx include:spf.example.net -all"`,
    ])
  })

  test('a plan builds on the records at the provider, whatever the copy has', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const zone = lab.provider.zones.get(acme)
    const mail = { name: `mail.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.25'], comment: 'Outside', isProxied: true }
    zone?.set({ name: acme, type: 'TXT', ttl: 60, data: ['"outside=1"', '"v=spf1 ip4:192.0.2.7 -all"'] })
    zone?.set(mail)
    await applied(lab, id, { preset: 'verification', value: 'token=1' })
    assert.deepEqual(zone?.get({ name: acme, type: 'TXT' })?.data, [
      '"outside=1"',
      '"token=1"',
      '"v=spf1 ip4:192.0.2.7 -all"',
    ])
    await lab.apply(await lab.plan(id, { set: [{ name: 'mail', type: 'A', data: ['192.0.2.26'] }] }))
    assert.deepEqual(zone?.get(mail), { ...mail, data: ['192.0.2.26'] })
    const { here } = lab.host.workspaces
    zone?.set({ ...mail, comment: 'Later' })
    await lab.dns.apply(here, {
      title: 'Move',
      zones: [{ zoneId: id, set: [{ name: mail.name, type: 'A', ttl: 90, data: ['192.0.2.27'] }] }],
    })
    await lab.host.settleJobs()
    assert.deepEqual(zone?.get(mail), { ...mail, ttl: 90, data: ['192.0.2.27'], comment: 'Later' })
  })

  test('nothing is planned while the provider of a zone fails', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    lab.provider.plant({ kind: 'broken', call: 'records' })
    const records = { preset: 'verification', value: 'token=1' } as const
    await assert.rejects(lab.host.as('member').call(planPreset, { id, records }), { code: 'service_unavailable' })
  })

  test('wrong values are refused at their field', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const mail = { preset: 'mail', exchanges }
    const senders = Array.from({ length: 10 }, (_, place) => `include:s${place}.example`)
    for (const [records, path] of [
      [{ ...mail, exchanges: [{ host: '192.0.2.1', priority: 1 }] }, 'records.exchanges.0.host'],
      [{ ...mail, senders: ['include:a b'] }, 'records.senders.0'],
      [{ ...mail, senders }, 'records.senders'],
      [{ ...mail, dmarc: { policy: 'none', reports: 'a@b,c@d' } }, 'records.dmarc.reports'],
      [{ ...mail, dkim: [{ selector: 'a b', key: 'A'.repeat(40) }] }, 'records.dkim.0.selector'],
      [{ ...mail, dkim: [{ selector: 's', key: '!'.repeat(40) }] }, 'records.dkim.0.key'],
      [{ preset: 'links', name: 'a..b', target: 'links.example.net' }, 'records.name'],
      // The name has an address already, beside which no CNAME can be.
      [{ preset: 'links', name: 'www', target: 'links.example.net' }, 'records.name'],
    ] as const) {
      assert.deepEqual(await refusedAt(lab, id, records), [path])
    }
  })
})

suite('challenges', () => {
  test('the TXT record of a domain is planned in the zone that holds it, and holding a zone proves nothing', async () => {
    await using lab = await openZonesLab()
    await lab.addZone()
    const admin = lab.host.as('admin')
    const { id, state, challenge } = await admin.call(addDomain, { name: `shop.${acme}` })
    assert.equal(state, 'pending')
    const { changeset } = await lab.host.as('member').call(planChallenge, { id })
    assert.ok(changeset)
    assert.equal((await lab.apply(changeset)).state, 'applied')
    assert.ok(lab.records().includes(`${challenge.name} 300 TXT "${challenge.value}"`))
    assert.deepEqual(
      (await admin.call(listDomains)).items.map((domain) => domain.state),
      ['pending'],
    )
    assert.deepEqual(await admin.call(planChallenge, { id }), { changeset: null })
    const other = await admin.call(addDomain, { name: 'elsewhere.example' })
    await assert.rejects(admin.call(planChallenge, { id: other.id }), { code: 'conflict' })
  })
})
