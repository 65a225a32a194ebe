/** Route 53, at a server that answers as the documentation of its API says. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { Problem, type DnsRecordSet, type ErrorCode } from '@host/plugin'
import { testDnsProvider } from '@host/testing'
import { awsKeys, fakeRoute53, route53Zone as zone } from '../../testing/fake-route53.ts'
import { startRecordedServer } from '../../testing/recorded-server.ts'
import { route53 } from './route53-provider.ts'

const now = (): number => Date.parse('2026-01-01T00:00:00Z')
const fake = fakeRoute53(now)
const server = await startRecordedServer(fake)
after(() => server[Symbol.asyncDispose]())
const provider = route53({ http: server.http, now, api: server.url })
const settings = { access_key_id: awsKeys.accessKey, secret_access_key: awsKeys.secretKey }

const alias = { name: `lb.${zone.name}`, type: 'A' }
const target =
  '<AliasTarget><HostedZoneId>Z2FDTNDATAQYW2</HostedZoneId><DNSName>d1.example.net.</DNSName></AliasTarget>'
fake.sets.push({ ...alias, name: `${alias.name}.`, ttl: '', values: [], extra: target })

testDnsProvider({
  provider,
  settings,
  wrong: { secret_access_key: 'wrong-secret-0123456789' },
  zone: zone.name,
  unknownZone: { id: 'ZUNKNOWN', name: 'unknown.example' },
  recordSets: 50,
  readOnly: [alias],
  faults: server.faults,
})

const www: DnsRecordSet = { name: `www.${zone.name}`, type: 'A', ttl: 300, data: ['192.0.2.1'] }
const moved = { ...www, data: ['192.0.2.2'] }

describe('Route 53', () => {
  const account = provider.open(settings)
  const { signal } = new AbortController()
  const soa = fake.sets.slice(0, 1)
  const write = (before: DnsRecordSet | null, next: DnsRecordSet | null): Promise<void> => {
    const { name, type } = next ?? before ?? www
    return account.write(zone, { name, type, before, after: next }, { signal })
  }

  beforeEach(() => {
    fake.sets.splice(0, fake.sets.length, ...soa)
  })

  async function refusal(call: Promise<unknown>, code: ErrorCode): Promise<string> {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code, error.message)
    return error.message
  }

  test('zones of all pages are read, without private ones', async () => {
    assert.deepEqual(await account.zones({ signal }), [
      { id: 'Z111111QQQQQQQ', name: 'acme.example' },
      { id: 'Z333333QQQQQQQ', name: '0/25.2.0.192.in-addr.arpa' },
    ])
  })

  const policies = [
    [
      'an alias',
      ['alias of lb.example.'],
      { values: [], extra: '<AliasTarget><DNSName>lb.example.</DNSName></AliasTarget>' },
    ],
    ['a weighted set', ['one: 192.0.2.1'], { values: ['192.0.2.1'], identifier: 'one', extra: '<Weight>10</Weight>' }],
    [
      'a set by latency',
      ['two: 192.0.2.1'],
      { values: ['192.0.2.1'], identifier: 'two', extra: '<Region>us-east-1</Region>' },
    ],
  ] as const

  for (const [title, content, parts] of policies) {
    test(`${title} is read-only, and can't be changed`, async () => {
      fake.sets.push({ name: `${www.name}.`, type: 'A', ttl: '300', ...parts })
      for (const options of [{ signal }, { signal, keys: [www] }]) {
        const { sets, readOnly } = await account.records(zone, options)
        assert.deepEqual(sets, [])
        assert.deepEqual(
          readOnly.map((set) => [set.name, set.type, set.content]),
          [[www.name, 'A', content]],
        )
      }
      for (const [before, next] of [
        [null, moved],
        [www, moved],
        [www, null],
      ] as const) {
        assert.match(await refusal(write(before, next), 'invalid_input'), /AWS console/)
      }
      assert.equal(fake.sets.length, 2)
    })
  }

  test('the sets of one routing policy are one read-only set', async () => {
    for (const [identifier, value] of [
      ['one', '192.0.2.1'],
      ['two', '192.0.2.2'],
    ] as const) {
      const extra = '<Weight>10</Weight>'
      fake.sets.push({ name: `${www.name}.`, type: 'A', ttl: '300', values: [value], identifier, extra })
    }
    for (const options of [{ signal }, { signal, keys: [www] }]) {
      const { readOnly } = await account.records(zone, options)
      assert.deepEqual(
        readOnly.map(({ content }) => content),
        [['one: 192.0.2.1', 'two: 192.0.2.2']],
      )
    }
  })

  test('values are deleted as Route 53 has them, whatever their form', async () => {
    fake.sets.push({
      name: `${www.name}.`,
      type: 'MX',
      ttl: '300',
      values: ['10   Mail.Example.NET', '020 spare.example.net.'],
    })
    const [before] = (await account.records(zone, { signal, keys: [{ name: www.name, type: 'MX' }] })).sets
    assert.deepEqual(before?.data, ['10 Mail.Example.NET.', '20 spare.example.net.'])
    await write(before, null)
    assert.equal(fake.sets.length, 1)
  })

  test('a change between reading and writing is refused by Route 53', async () => {
    await write(null, www)
    server.beforeChange = () => write(www, { ...www, data: ['192.0.2.9'] })
    await refusal(write(www, moved), 'conflict')
    assert.deepEqual(fake.sets.at(-1)?.values, ['192.0.2.9'])
  })

  test('a change whose answer is lost is done when the records are there', async () => {
    server.losesAnswers = true
    await write(null, www)
    server.losesAnswers = false
    assert.deepEqual(fake.sets.at(-1)?.values, www.data)
  })

  test('a CNAME record beside others is invalid input', async () => {
    await write(null, www)
    await refusal(write(null, { ...www, type: 'CNAME', data: ['example.net.'] }), 'invalid_input')
  })

  test('clocks that differ have a sentence of their own', async () => {
    const late = route53({ http: server.http, now: () => now() + 600_000, api: server.url }).open(settings)
    assert.match(await refusal(late.zones({ signal }), 'remote_failed'), /clock/)
  })

  test('keys in another form are refused by their fields', () => {
    for (const wrong of [{ access_key_id: 'lower' }, { secret_access_key: 'short' }, { secret_access_key: '' }]) {
      assert.throws(
        () => provider.open({ ...settings, ...wrong }),
        (error) => error instanceof Problem && error.options.errors?.[0]?.path === Object.keys(wrong)[0],
      )
    }
  })
})
