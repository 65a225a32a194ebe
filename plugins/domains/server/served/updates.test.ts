import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DnsError, readTsigKey, sendUpdate, transferZone, type TsigKey, type UpdateOptions } from '@host/dns'
import { signedUpdate } from '@host/dns/testing'
import { changeZoneServer, createZoneKey, listZoneHistory, listZoneKeys, removeZoneKey } from '../../shared.ts'
import * as served from '../../shared/served.ts'
import { dependentFinder } from '../testing/dependent-finder.ts'
import { openServedLab, type ServedLab } from '../testing/served-lab.ts'

const acme = 'acme.example'
const challenge = `_acme-challenge.${acme}.`
const isAllowedAddress = (): boolean => true

async function createKey(lab: ServedLab, id: string, given: object = {}): Promise<{ id: string; key: TsigKey }> {
  const wanted = { label: 'Issuer', names: ['_acme-challenge'], types: ['TXT'], mayTransfer: false, ...given }
  const { key, secret } = await lab.host.as('admin').call(createZoneKey, { id, ...wanted })
  return { id: key.id, key: readTsigKey({ name: key.name, algorithm: key.algorithm, secret }) }
}

/** Sends an update, again while the server doesn't know the key yet. @returns `done` or the code of the error */
async function update(
  { port }: ServedLab,
  tsig: TsigKey,
  changes: Pick<UpdateOptions, 'updates' | 'prerequisites'>,
): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      await sendUpdate({ address: '127.0.0.1', port, isAllowedAddress, zone: `${acme}.`, tsig, ...changes })
      return 'done'
    } catch (error) {
      if (!(error instanceof DnsError)) throw error
      if (error.code !== 'bad_key' || tries > 100) return error.code
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const drop = (data: string) => ({ action: 'deleteRecord', name: challenge, type: 'TXT', data }) as const

const add = (name: string, type: string, data: string) =>
  ({ action: 'add', record: { name, type, ttl: 60, data } }) as const

async function transfer({ port }: ServedLab, tsig?: TsigKey): Promise<string> {
  try {
    const records = []
    const options = {
      address: '127.0.0.1',
      port,
      isAllowedAddress,
      zone: `${acme}.`,
      maxRecords: 100,
      maxBytes: 10_000,
      ...(tsig && { tsig }),
    }
    for await (const record of transferZone(options)) records.push(record)
    return `${records.length}`
  } catch (error) {
    return error instanceof DnsError ? error.code : String(error)
  }
}

suite('updates and transfers by other programs', () => {
  test('a key changes its names and types alone, in the history of the zone', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const { key, id } = await createKey(lab, zone.id)
    assert.equal(await update(lab, key, { updates: [add(challenge, 'TXT', '"one"')] }), 'done')
    const data = async () => (await lab.ask(`_acme-challenge.${acme}`, 'TXT')).answers.map((answer) => answer.data)
    assert.deepEqual(await data(), ['"one"'], 'served when the answer has come')
    const expectNone = [{ expect: 'noRrset', name: challenge, type: 'TXT' }] as const
    assert.equal(
      await update(lab, key, { prerequisites: expectNone, updates: [add(challenge, 'TXT', '"two"')] }),
      'yxrrset',
    )
    assert.equal(await update(lab, key, { updates: [add(`www.${acme}.`, 'TXT', '"no"')] }), 'refused')
    assert.equal(await update(lab, key, { updates: [add(challenge, 'CAA', '0 issue "ca.example"')] }), 'refused')
    const gone = { action: 'deleteRecord', name: challenge, type: 'TXT', data: '"one"' } as const
    assert.equal(await update(lab, key, { updates: [gone, add(challenge, 'TXT', '"two"')] }), 'done')
    assert.deepEqual(await data(), ['"two"'])
    const { items } = await lab.host.as('member').call(listZoneHistory, { id: zone.id })
    assert.deepEqual(
      items.filter(({ count }) => count > 0).map(({ title, state }) => [title, state]),
      [
        [`Update with the key ${key.name.slice(0, -1)}`, 'applied'],
        [`Update with the key ${key.name.slice(0, -1)}`, 'applied'],
      ],
    )
    const admin = lab.host.as('admin')
    const [listed] = (await admin.call(listZoneKeys, { id: zone.id })).items
    assert.ok(listed?.usedAt)
    assert.ok(!JSON.stringify(listed).includes('secret'))
    const later = signedUpdate(`${acme}.`, key, add(challenge, 'TXT', '"three"').record)
    assert.deepEqual([await later(lab.port), await later(lab.port)], ['NOERROR', 'clock'], 'a replay')
    assert.equal(await update(lab, key, { updates: [gone, drop('"three"')] }), 'done')
    assert.equal(await later(lab.port), 'clock')
    await admin.call(removeZoneKey, { id: zone.id, keyId: id })
    assert.equal(await later(lab.port), 'bad_key', 'at once')
    assert.deepEqual(await data(), ['"two"'])
  })

  test('prerequisites hold when the change is applied, also about names that it leaves alone', async () => {
    let race: (() => Promise<void>) | undefined
    // Finders run while a plan is made, after the zone was read.
    const racer = dependentFinder('racer', async () => {
      const run = race
      race = undefined
      await run?.()
    })
    await using lab = await openServedLab({ plugins: [racer] })
    const zone = await lab.serve(acme)
    const { key } = await createKey(lab, zone.id)
    const other = `other.${acme}.`
    const addIfFree = (data: string) =>
      update(lab, key, {
        prerequisites: [{ expect: 'noName', name: other }],
        updates: [add(challenge, 'TXT', data)],
      })
    assert.equal(await addIfFree('"one"'), 'done')
    race = async () => void (await lab.change(zone.id, { set: [{ name: 'other', type: 'A', data: ['192.0.2.1'] }] }))
    assert.equal(await addIfFree('"two"'), 'yxdomain')
    assert.equal(race, undefined, 'the other change came between the check and the end')
    assert.deepEqual(await lab.until(`_acme-challenge.${acme}`, 'TXT', ['"one"']), ['"one"'])
    await lab.change(zone.id, { delete: [{ name: 'other', type: 'A' }] })
    assert.equal(await addIfFree('"two"'), 'done', 'the version in memory may be older')
  })

  test('with the feature off updates are refused, and so is a change that a person has to confirm', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const { key } = await createKey(lab, zone.id, { names: ['@', '*.@'.replace('@', acme)], types: [] })
    const mail = (data: string) => update(lab, key, { updates: [add(`${acme}.`, 'MX', data)] })
    assert.deepEqual([await mail('10 mail.acme.example.'), await mail('20 mail.acme.example.')], ['done', 'refused'])
    assert.deepEqual(await lab.until(acme, 'MX', ['10 mail.acme.example.']), ['10 mail.acme.example.'])
    await lab.host.switchFeature('domains', false)
    assert.equal(await update(lab, key, { updates: [add(`www.${acme}.`, 'A', '192.0.2.1')] }), 'refused')
    await lab.host.switchFeature('domains', true)
    assert.equal(await update(lab, key, { updates: [add(`www.${acme}.`, 'A', '192.0.2.1')] }), 'done')
  })

  test('a key for all names below the zone does not change the zone itself', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const { key } = await createKey(lab, zone.id, { names: [`*.${acme}`], types: ['TXT'] })
    assert.equal(await update(lab, key, { updates: [add(`${acme}.`, 'TXT', '"v=spf1 -all"')] }), 'refused')
    assert.equal(await update(lab, key, { updates: [add(`a.${acme}.`, 'TXT', '"x"')] }), 'done')
  })

  test('two updates at once are both applied', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const { key } = await createKey(lab, zone.id)
    assert.equal(await update(lab, key, { updates: [add(challenge, 'TXT', '"0"')] }), 'done')
    const texts = ['"1"', '"2"', '"3"']
    const results = await Promise.all(texts.map((text) => update(lab, key, { updates: [add(challenge, 'TXT', text)] })))
    assert.deepEqual(results, ['done', 'done', 'done'])
    assert.deepEqual(await lab.until(`_acme-challenge.${acme}`, 'TXT', ['"0"', ...texts]), ['"0"', ...texts])
  })

  test('the zone is transferred to its secondaries and by its keys, and to no one else', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const [reader, writer] = [
      await createKey(lab, zone.id, { names: [], mayTransfer: true }),
      await createKey(lab, zone.id),
    ]
    await lab.until(acme, 'NS', ['ns1.host.test.', 'ns2.host.test.'])
    await update(lab, writer.key, { updates: [add(challenge, 'TXT', '"one"')] })
    assert.equal(await transfer(lab), 'refused')
    assert.equal(await transfer(lab, writer.key), 'refused')
    assert.equal(await transfer(lab, reader.key), '5')
    const admin = lab.host.as('admin')
    await admin.call(changeZoneServer, { id: zone.id, secondaries: [{ address: '127.0.0.1', port: 53 }] })
    for (let tries = 0; tries < 100 && (await transfer(lab)) === 'refused'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.equal(await transfer(lab), '5')
    await admin.call(changeZoneServer, { id: zone.id, secondaries: [] })
    assert.equal(await transfer(lab), 'refused', 'at once')
    await admin.call(removeZoneKey, { id: zone.id, keyId: reader.id })
    assert.equal(await transfer(lab, reader.key), 'bad_key', 'at once')
  })

  test('keys and secondaries of another workspace or provider are not found, and wrong ones are named', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const path = `/api/x/domains/zones/${zone.id}`
    const { id: keyId } = await createKey(lab, zone.id)
    const bodies: Readonly<Record<string, object>> = {
      'PUT /api/x/domains/zones/{id}/secondaries': { secondaries: [] },
      'POST /api/x/domains/zones/{id}/keys': { label: 'K', names: ['a'], types: [], mayTransfer: false },
    }
    const endpoints = Object.values(served).flatMap((each) =>
      typeof each === 'object' && 'pattern' in each ? [each] : [],
    )
    assert.equal(endpoints.length, 6)
    for (const { pattern, role } of endpoints) {
      const [method = '', route = ''] = pattern.replace('{id}', zone.id).replace('{keyId}', keyId).split(' ')
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: bodies[pattern] ?? {} }
      assert.equal((await lab.host.as('otherOwner').send(method, route, body)).status, 404, pattern)
      if (role === 'admin') assert.equal((await lab.host.as('member').send(method, route, body)).status, 403, pattern)
    }
    const admin = lab.host.as('admin')
    const wrong = { label: 'K', names: ['a..b'], types: ['NOPE'], mayTransfer: false }
    const refused = (await (await admin.post(`${path}/keys`, wrong)).json()) as { errors: { path: string }[] }
    assert.deepEqual(
      refused.errors.map((each) => each.path),
      ['names.0', 'types.0'],
    )
    const addresses = { secondaries: [{ address: '2001:DB8::1' }, { address: '2001:db8:0::1' }, { address: 'x' }] }
    const answer = await admin.put(`${path}/secondaries`, addresses)
    assert.equal(answer.status, 400)
  })
})
