import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { domainLimits } from '../../shared.ts'
import { readBasic } from './basic-auth.ts'
import { readUpdate, type UpdateRequest } from './read-update.ts'

const sender = { user: 'user', address: '8.8.8.8' }

function read(query: string, from = sender): UpdateRequest {
  const update = readUpdate(new URLSearchParams(query), from)
  assert.ok(update !== 'numhost')
  return update
}

/** Queries of real clients with a host, an address and its IPv6 prefix. */
const queries: readonly (readonly [client: string, query: string, addresses: unknown])[] = [
  ['ddclient', 'system=dyndns&hostname=a.example&myip=8.8.4.4', [['8.8.4.4'], []]],
  ['inadyn', 'hostname=a.example&myip=8.8.4.4', [['8.8.4.4'], []]],
  ['UniFi', 'hostname=a.example&myip=8.8.4.4', [['8.8.4.4'], []]],
  ['FRITZ!Box', 'hostname=a.example&myip=8.8.4.4&myipv6=2001:db8::1', [['8.8.4.4'], ['2001:db8::1']]],
  ['FRITZ!Box without IPv6', 'hostname=a.example&myip=8.8.4.4&myipv6=', [['8.8.4.4'], []]],
  ['OpenWrt', 'hostname=a.example&myip=2001%3Adb8%3A%3A1', [[], ['2001:db8::1']]],
  ['ISPConfig', 'hostname=a.example&myip=8.8.4.4&wildcard=NOCHG&mx=NOCHG&backmx=NOCHG', [['8.8.4.4'], []]],
  ['curl', 'hostname=a.example', [['8.8.8.8'], []]],
]

suite('queries of dynamic DNS', () => {
  for (const [client, query, addresses] of queries) {
    test(`of ${client}`, () => {
      const update = read(query)
      assert.deepEqual(update.names, ['a.example'])
      assert.deepEqual([update.addresses?.A, update.addresses?.AAAA], addresses)
    })
  }

  test('names are whole, in lower case and with A-labels', () => {
    assert.deepEqual(read('hostname=A.Example.,B%C3%BCcher.example,%2A.x.example,host,a..b,').names, [
      'a.example',
      'xn--bcher-kva.example',
      '*.x.example',
      undefined,
      undefined,
    ])
  })

  test('any query is read without an error, within the limits, and with addresses in one spelling', () => {
    const text = fc.oneof(
      fc.string(),
      fc.ipV4(),
      fc.ipV6(),
      fc.domain(),
      fc.tuple(fc.ipV6(), fc.nat(200)).map((parts) => parts.join('/')),
    )
    const list = fc.array(text, { maxLength: 24 }).map((parts) => parts.join(','))
    const names = ['hostname', 'myip', 'myipv4', 'myipv6'] as const
    const query = fc.dictionary(fc.constantFrom(...names), list)
    fc.assert(
      fc.property(query, fc.string(), (given, user) => {
        const update = readUpdate(new URLSearchParams(given), { user, address: undefined })
        if (update === 'numhost') return
        const { A = [], AAAA = [], prefix } = update.addresses ?? {}
        assert.ok(update.names.length >= 1 && update.names.length <= domainLimits.ddnsNames)
        assert.ok(A.length <= domainLimits.ddnsAddresses && AAAA.length <= domainLimits.ddnsAddresses)
        if (update.addresses !== undefined) assert.ok(A.length + AAAA.length > 0 || prefix !== undefined)
        const again = read(new URLSearchParams({ hostname: 'a.example', myip: [...A, ...AAAA].join(',') }).toString())
        if (A.length + AAAA.length > 0) assert.deepEqual([again.addresses?.A, again.addresses?.AAAA], [A, AAAA])
      }),
    )
  })
})

suite('credentials of the scheme Basic', () => {
  test('any user and password come back as they were sent, but for the colon of a user', () => {
    const unit = fc.string({ unit: 'grapheme', maxLength: 80 })
    fc.assert(
      fc.property(
        unit.filter((text) => !text.includes(':')),
        unit,
        (user, password) => {
          const header = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
          if (header.length <= 1_000) assert.deepEqual(readBasic(header), { user, password })
        },
      ),
    )
  })

  test('other headers have none', () => {
    for (const header of [
      null,
      '',
      'Basic',
      'Basic ',
      'Bearer YTpi',
      'Basic YQ==',
      'Basic a b',
      `Basic ${'a'.repeat(2_000)}`,
    ]) {
      assert.equal(readBasic(header), undefined, String(header))
    }
    assert.deepEqual(readBasic('basic YTpi'), { user: 'a', password: 'b' })
  })
})
