import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { createDdnsToken, domainLimits, listDdnsTokens, removeZone, revokeDdnsToken } from '../../shared.ts'
import { openDdnsLab } from '../testing/ddns-lab.ts'
import { acme } from '../testing/zones-lab.ts'

suite('tokens for dynamic DNS', () => {
  test('a token is shown once and found in no row, log line or later answer', async () => {
    await using lab = await openDdnsLab()
    const created = await lab.createToken(['@', `HOME.${acme}.`, 'home', 'bücher'])
    const { token, hint, ...shown } = created
    assert.match(token, /^dyn_[a-z2-7]{28}$/)
    assert.equal(hint, token.slice(0, 8))
    assert.deepEqual(
      shown.names.map(({ name, shownName }) => [name, shownName]),
      [
        [acme, acme],
        [`home.${acme}`, `home.${acme}`],
        [`xn--bcher-kva.${acme}`, `bücher.${acme}`],
      ],
    )
    const listed = await lab.host.as('admin').get('/api/x/domains/ddns-tokens')
    const text = await listed.text()
    assert.ok(text.includes(hint) && !text.includes(token))
    assert.ok(!JSON.stringify(lab.host.logs).includes(token))
    assert.ok(!JSON.stringify(await lab.audited('ddns_token.created')).includes(token))
  })

  test('it is audited and published when it is created and revoked', async () => {
    await using lab = await openDdnsLab()
    const { id } = await lab.createToken(['home'], ['AAAA', 'A'])
    await lab.host.as('admin').call(revokeDdnsToken, { id })
    const [created] = await lab.audited('ddns_token.created')
    const facts = { name: 'Router', zoneId: lab.id, zone: acme, names: [`home.${acme}`], types: ['A', 'AAAA'] }
    assert.deepEqual([created?.target, created?.after], [`ddns_token:${id}`, facts])
    const [revoked] = await lab.audited('ddns_token.revoked')
    assert.deepEqual([revoked?.target, revoked?.before], [`ddns_token:${id}`, { name: 'Router', names: facts.names }])
    await assert.rejects(lab.host.as('admin').call(revokeDdnsToken, { id }), { status: 404 })
    assert.deepEqual(
      (await lab.events()).map(({ name, data }) => [name, data]),
      [
        ['ddns_token.created', { id, ...facts }],
        ['ddns_token.revoked', { id, name: 'Router', zoneId: lab.id }],
      ],
    )
  })

  test('names outside the zone, and none, are refused at their field', async () => {
    await using lab = await openDdnsLab()
    const error: unknown = await lab
      .createToken(['home', 'www.example.org.', 'a..b'])
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof TestCallError)
    assert.deepEqual(
      error.problem?.errors?.map(({ path }) => path),
      ['names.1', 'names.2'],
    )
    await assert.rejects(lab.createToken([]), { status: 400 })
    await assert.rejects(lab.createToken(['home'], []), { status: 400 })
  })

  test('only admins of the workspace see, create and revoke them', async () => {
    await using lab = await openDdnsLab()
    const { id } = await lab.createToken()
    const input = { name: 'Other', zoneId: lab.id, names: ['home'], types: ['A' as const] }
    for (const [person, status] of [
      ['member', 403],
      ['otherOwner', 404],
    ] as const) {
      const client = lab.host.as(person)
      await assert.rejects(client.call(createDdnsToken, input), { status })
      await assert.rejects(client.call(revokeDdnsToken, { id }), { status })
    }
    assert.deepEqual((await lab.host.as('otherOwner').call(listDdnsTokens, {})).items, [])
    await assert.rejects(lab.host.as('member').call(listDdnsTokens, {}), { status: 403 })
    assert.ok(await lab.token(id))
  })

  test('the tokens of a zone end with it, and a workspace has a limit of them', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    const rows = Array.from({ length: domainLimits.ddnsTokens - 1 }, () => lab.createToken(['home']))
    await Promise.all(rows)
    await assert.rejects(lab.createToken(), { status: 409 })
    await lab.host.as('admin').call(removeZone, { id: lab.id })
    assert.deepEqual((await lab.host.as('admin').call(listDdnsTokens, {})).items, [])
    assert.equal((await lab.update(token, { hostname: `home.${acme}`, myip: '9.9.9.9' })).status, 401)
  })
})
