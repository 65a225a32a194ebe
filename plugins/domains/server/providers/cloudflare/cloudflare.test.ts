/** Cloudflare, at a server that answers as the documentation of its API says. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { Problem, type DnsRecordSet, type ErrorCode } from '@host/plugin'
import { testDnsProvider } from '@host/testing'
import {
  cloudflareToken,
  cloudflareZone as zone,
  fakeCloudflare,
  type FakeRecord,
} from '../../testing/fake-cloudflare.ts'
import { startRecordedServer } from '../../testing/recorded-server.ts'
import { cloudflare } from './cloudflare-provider.ts'

const fake = fakeCloudflare()
const server = await startRecordedServer(fake)
after(() => server[Symbol.asyncDispose]())
const provider = cloudflare(server.http, server.url)
const settings = { api_token: cloudflareToken }

const location = { name: `office.${zone.name}`, type: 'LOC' }
fake.records.push({
  ...location,
  id: '372e67954025e0ba6aaa6d586b9e0b59',
  content: '51 30 12.748 N 0 7 39.612 W 0.00m',
  ttl: 300,
  proxied: false,
  comment: null,
})

testDnsProvider({
  provider,
  settings,
  wrong: { api_token: 'wrong-token-0123456789' },
  zone: zone.name,
  unknownZone: { id: 'ffffffffffffffffffffffffffffffff', name: 'unknown.example' },
  recordSets: 60,
  readOnly: [location],
  faults: server.faults,
})

const www: DnsRecordSet = { name: `www.${zone.name}`, type: 'A', ttl: 300, data: ['192.0.2.1', '192.0.2.2'] }
const key = { name: www.name, type: www.type }

const account = provider.open(settings)
const { signal } = new AbortController()
const write = (before: DnsRecordSet | null, next: DnsRecordSet | null): Promise<void> => {
  const { name, type } = next ?? before ?? key
  return account.write(zone, { name, type, before, after: next }, { signal })
}
const put = (...records: readonly Partial<FakeRecord>[]): void => {
  const base = { content: '', ttl: 300, proxied: false, comment: null }
  fake.records.push(...records.map((each, at) => ({ ...key, id: `id-${at}`, ...base, ...each })))
}

async function refusal(call: Promise<unknown>, code: ErrorCode): Promise<Problem> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.code, code, error.message)
  return error
}

describe('Cloudflare', () => {
  beforeEach(() => {
    fake.records.length = 0
    server.requests.length = 0
  })

  testRecords()
  testRefusals()
})

function testRecords(): void {
  test('zones that are not active are left out', async () => {
    const names = (await account.zones({ signal })).map(({ name }) => name)
    assert.deepEqual(names, ['acme.example', 'other.example'])
  })

  test('an automatic TTL is 300 seconds, and stays automatic', async () => {
    put({ content: '192.0.2.1', ttl: 1 })
    const before = { ...www, data: ['192.0.2.1'] }
    assert.deepEqual((await account.records(zone, { signal, keys: [key] })).sets, [before])
    await write(before, { ...before, data: ['192.0.2.9'] })
    assert.deepEqual(
      fake.records.map(({ ttl, content }) => [ttl, content]),
      [[1, '192.0.2.9']],
    )
  })

  test('records that stay or change keep their IDs', async () => {
    put({ content: '192.0.2.1' }, { content: '192.0.2.2' })
    await write(www, { ...www, data: ['192.0.2.2', '192.0.2.3', '192.0.2.4'] })
    const found = fake.records.map(({ id, content }) => [id, content])
    assert.deepEqual(found.slice(0, 2), [
      ['id-0', '192.0.2.3'],
      ['id-1', '192.0.2.2'],
    ])
    assert.equal(found.length, 3)
  })

  test('texts without quotes and names without a dot are read in their normal form', async () => {
    put(
      { type: 'TXT', content: 'v=DMARC1; p="none"' },
      { type: 'MX', content: 'mail.example.net', priority: 10 },
      { type: 'LOC', content: '51 30 12.748 N 0 7 39.612 W 0.00m' },
      { type: 'SRV', data: { priority: 1, weight: 2, port: 3, target: '.' } },
    )
    const { sets, readOnly } = await account.records(zone, { signal })
    assert.deepEqual(
      readOnly.map(({ type, content }) => [type, content]),
      [['LOC', ['51 30 12.748 N 0 7 39.612 W 0.00m']]],
    )
    assert.deepEqual(
      sets.map(({ type, data }) => [type, data]),
      [
        ['TXT', [String.raw`"v=DMARC1; p=\"none\""`]],
        ['MX', ['10 mail.example.net.']],
        ['SRV', ['1 2 3 .']],
      ],
    )
  })

  test('records that stay keep their own proxy, comment and TTL, unless that of the set changes', async () => {
    const mixed = [
      { content: '192.0.2.1', ttl: 1, proxied: true, comment: 'one' },
      { content: '192.0.2.2', ttl: 600, comment: 'two' },
    ]
    const present = { ...www, comment: 'one' }
    const found = () => fake.records.map(({ ttl, proxied, comment }) => [ttl, proxied, comment])
    put(...mixed)
    assert.deepEqual((await account.records(zone, { signal })).sets, [present])
    await write(present, { ...present, data: [...www.data, '192.0.2.3'] })
    const kept = [
      [1, true, 'one'],
      [600, false, 'two'],
    ]
    assert.deepEqual(found(), [...kept, [300, false, 'one']])
    fake.records.splice(2)
    await write(present, { ...present, data: ['192.0.2.1', '192.0.2.9'] })
    assert.deepEqual(found(), kept)
    await write({ ...present, data: ['192.0.2.1', '192.0.2.9'] }, { ...www, comment: 'three' })
    assert.deepEqual(found(), [
      [1, true, 'three'],
      [600, false, 'three'],
    ])
    await write({ ...www, comment: 'three' }, { ...www, comment: 'three', isProxied: true })
    assert.deepEqual(found(), [
      [1, true, 'three'],
      [1, true, 'three'],
    ])
  })

  test('records that stay get the TTL and the comment of the set when the record that had them goes', async () => {
    put({ content: '192.0.2.1', ttl: 60, comment: 'one' }, { content: '192.0.2.2', ttl: 600, comment: 'two' })
    const present = { ...www, ttl: 60, comment: 'one' }
    await write(present, { ...present, data: ['192.0.2.2'] })
    assert.deepEqual((await account.records(zone, { signal })).sets, [{ ...present, data: ['192.0.2.2'] }])
  })

  test('no record loses its proxy because another one goes', async () => {
    put({ content: '192.0.2.1', ttl: 1, proxied: true }, { content: '192.0.2.2' })
    const error = await refusal(write(www, { ...www, data: ['192.0.2.1'] }), 'invalid_input')
    assert.match(error.message, /proxied/)
    assert.deepEqual(
      fake.records.map(({ proxied }) => proxied),
      [true, false],
    )
  })

  test('a null MX record is written with its dot', async () => {
    const mx = { name: zone.name, type: 'MX', ttl: 300, data: ['0 .'] }
    await write(null, mx)
    assert.deepEqual(
      fake.records.map(({ content, priority }) => [priority, content]),
      [[0, '.']],
    )
    assert.deepEqual((await account.records(zone, { signal })).sets, [mx])
  })
}

function testRefusals(): void {
  test('a batch whose answer is lost is done when the records are there', async () => {
    server.losesAnswers = true
    await write(null, www)
    server.losesAnswers = false
    assert.equal(fake.records.length, 2)
  })

  test('a record that is deleted between reading and writing is a conflict', async () => {
    put({ content: '192.0.2.1' }, { content: '192.0.2.2' })
    server.beforeChange = async () => fake.records.splice(0, 1)
    await refusal(write(www, null), 'conflict')
    assert.equal(fake.records.length, 1)
  })

  test('a CNAME record beside others is invalid input', async () => {
    put({ content: '192.0.2.1' })
    const error = await refusal(write(null, { ...www, type: 'CNAME', data: ['example.net.'] }), 'invalid_input')
    assert.match(error.message, /CNAME/)
  })

  test('only records with addresses and names are proxied, with an automatic TTL', async () => {
    await refusal(write(null, { ...www, type: 'TXT', data: ['"a"'], isProxied: true }), 'invalid_input')
    await refusal(write(null, { ...www, ttl: 600, isProxied: true }), 'invalid_input')
    await write(null, { ...www, isProxied: true })
    assert.deepEqual(
      fake.records.map(({ ttl, proxied }) => [ttl, proxied]),
      [
        [1, true],
        [1, true],
      ],
    )
  })

  test('a limited rate says when to try again', async () => {
    const end = server.faults.limit()
    const { options } = await refusal(account.zones({ signal }), 'remote_failed')
    end()
    assert.deepEqual(options.headers, { 'retry-after': '30' })
  })

  test('a few keys are asked for by their names, and many are read with the zone', async () => {
    const keys = Array.from({ length: 21 }, (_, at) => ({ name: `n${at}.${zone.name}`, type: 'A' }))
    await account.records(zone, { signal, keys: keys.slice(0, 2) })
    assert.deepEqual(
      server.requests.map((each) => each.includes('name.exact=n')),
      [true, true],
    )
    await account.records(zone, { signal, keys })
    assert.equal(server.requests.length, 3)
  })

  test('a token in another form is refused by its field', () => {
    for (const token of ['', 'short', 'token with spaces', `${cloudflareToken}\n`]) {
      assert.throws(() => provider.open({ api_token: token }), /invalid|Some|field/i)
    }
  })
}
