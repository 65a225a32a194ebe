import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startNameServer } from '../testing/name-server.ts'
import { dnsLookup } from './dns-lookup.ts'
import { mailResolver } from './mail-resolver.ts'

const signal = new AbortController().signal

function resolversAt(...addresses: readonly string[]) {
  const [first = ''] = addresses
  return { addresses: addresses.map((address) => address.split(':')[0] ?? ''), port: Number(first.split(':')[1]) }
}

suite('look-ups in DNS', () => {
  test('each type of record has the form that the checks of senders take', async (context) => {
    const long = 'p'.repeat(600)
    const { address } = await startNameServer(context, {
      'A mx.example': '192.0.2.1',
      'AAAA mx.example': '2001:db8::1',
      'MX example': ['10 mx.example', '20 backup.example'],
      'TXT s._domainkey.example': [`v=DKIM1; ${long}`, 'a "quoted" text'],
      'PTR 1.2.0.192.in-addr.arpa': 'mx.example',
    })
    const lookup = dnsLookup(resolversAt(address))
    const recordsOf = async (name: string, type: Parameters<typeof lookup>[1]) => {
      const answer = await lookup(name, type, { signal })
      return answer.kind === 'records' ? answer.records : answer.kind
    }
    assert.deepEqual(await recordsOf('MX.example', 'A'), ['192.0.2.1'])
    assert.deepEqual(await recordsOf('mx.example', 'AAAA'), ['2001:db8::1'])
    assert.deepEqual(await recordsOf('example', 'MX'), ['10 mx.example', '20 backup.example'])
    assert.deepEqual(await recordsOf('s._domainkey.example', 'TXT'), [`v=DKIM1; ${long}`, 'a "quoted" text'])
    assert.deepEqual(await recordsOf('1.2.0.192.in-addr.arpa', 'PTR'), ['mx.example'])
    assert.equal(await recordsOf('mx.example', 'TXT'), 'no-data')
    assert.equal(await recordsOf('other.example', 'A'), 'no-name')
    assert.equal(await recordsOf(`${'a'.repeat(64)}.example`, 'A'), 'no-name')
    assert.equal(await recordsOf('a..example', 'A'), 'no-name')
  })

  test('a resolver that is not there is followed by the next, and without any the question fails', async (context) => {
    const { address, asked } = await startNameServer(context, { 'A mx.example': '192.0.2.1' })
    const both = dnsLookup(resolversAt(`127.0.0.2:${address.split(':')[1]}`, address))
    assert.deepEqual(await both('mx.example', 'A', { signal }), { kind: 'records', records: ['192.0.2.1'] })
    assert.deepEqual(asked, ['A mx.example'])
    const none = dnsLookup(resolversAt(`127.0.0.2:${address.split(':')[1]}`))
    await assert.rejects(none('mx.example', 'A', { signal }))
  })

  test('a delivery learns whether a domain exists, has servers, or accepts no mail', async (context) => {
    const { address, zone } = await startNameServer(context, {
      'MX example': '10 mx.example',
      'MX silent.example': '0 .',
      'A plain.example': '192.0.2.7',
      'AAAA plain.example': '2001:db8::7',
      'TXT plain.example': 'text',
    })
    const resolver = mailResolver(dnsLookup(resolversAt(address)))
    assert.deepEqual(await resolver.mx('example'), [{ preference: 10, exchange: 'mx.example' }])
    assert.deepEqual(await resolver.mx('silent.example'), [{ preference: 0, exchange: '' }])
    assert.deepEqual(await resolver.mx('plain.example'), [])
    assert.equal(await resolver.mx('none.example'), undefined)
    assert.deepEqual(await resolver.addresses('plain.example'), ['192.0.2.7', '2001:db8::7'])
    assert.deepEqual(await resolver.addresses('none.example'), [])
    assert.deepEqual(await resolver.txt('plain.example'), ['text'])
    assert.deepEqual(await resolver.txt('none.example'), [])
    assert.equal(Object.keys(zone).length, 5)
  })
})
