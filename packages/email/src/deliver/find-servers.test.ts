import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openSmtpLab } from '../smtp/testing/smtp-lab.ts'
import { deliverDirect } from './deliver-direct.ts'
import { findExchanges } from './find-exchanges.ts'
import type { MailResolver, MxRecord } from './mail-resolver.ts'
import { deliverTo, localResolver, message, optionsFor, outcomesOf } from './testing/delivery-lab.ts'
import { startScriptedServer } from './testing/scripted-server.ts'

const mx = (preference: number, exchange: string): MxRecord => ({ preference, exchange })
const withMx = (records: readonly MxRecord[] | undefined): MailResolver => ({
  ...localResolver,
  mx: async () => records,
})
const name = 'out.example.org'
const fail = async (): Promise<never> => {
  throw new Error('SERVFAIL')
}
const outcomeWith = async (resolver: MailResolver): Promise<string | undefined> =>
  outcomesOf(await deliverTo(1, { resolver }))[0]

suite('servers of a domain', () => {
  test('hosts come by preference, and those of one preference in random order', async () => {
    const records = [
      mx(20, 'c.example.'),
      mx(10, 'a.example.'),
      mx(10, 'B.example'),
      mx(5, 'first.example.'),
      mx(30, 'a.example'),
    ]
    const orderWith = (...values: number[]): Promise<string[]> =>
      findExchanges('example.com', { resolver: withMx(records), name, random: () => values.shift() ?? 0 })
    assert.deepEqual(await orderWith(0, 0.1, 0.2, 0), ['first.example', 'a.example', 'b.example', 'c.example'])
    assert.deepEqual(await orderWith(0, 0.2, 0.1, 0), ['first.example', 'b.example', 'a.example', 'c.example'])
  })

  test('a domain without MX records is its own host', async () => {
    assert.deepEqual(await findExchanges('example.com', { resolver: withMx([]), name }), ['example.com'])
  })

  test('where this host is one of them, only better ones count', async () => {
    const records = [mx(10, 'a.example.'), mx(20, 'Out.example.org.'), mx(20, 'b.example.'), mx(30, 'c.example.')]
    assert.deepEqual(await findExchanges('example.com', { resolver: withMx(records), name }), ['a.example'])
    assert.equal(await outcomeWith(withMx(records.slice(1))), 'refused dns 5.4.6')
  })

  test('a domain whose mail this host stores is sent to this host as well', async () => {
    const resolver = withMx([mx(10, 'Out.example.org.'), mx(20, 'b.example.')])
    const isOwnDomain = async (domain: string): Promise<boolean> => domain === 'example.com'
    assert.deepEqual(await findExchanges('example.com', { resolver, name, isOwnDomain }), [
      'out.example.org',
      'b.example',
    ])
    await assert.rejects(findExchanges('example.net', { resolver, name, isOwnDomain }))
  })

  const cases: readonly (readonly [string, MailResolver, string])[] = [
    ['the null MX', withMx([mx(0, '.')]), 'refused dns 5.1.10'],
    ['a domain that does not exist', withMx(undefined), 'refused dns 5.1.2'],
    ['a failure of DNS for MX', { ...localResolver, mx: fail }, 'deferred dns 4.4.3'],
    ['a failure of DNS for addresses', { ...localResolver, addresses: fail }, 'deferred dns 4.4.3'],
    ['hosts without addresses', { ...localResolver, addresses: async () => [] }, 'refused dns 5.4.4'],
    ['nothing that listens', localResolver, 'deferred connect 4.4.1'],
    [
      'an address that is none',
      { ...localResolver, addresses: async () => ['localhost'] },
      'refused denied address 5.4.4',
    ],
  ]
  for (const [title, resolver, expected] of cases) {
    test(`${title}: ${expected}`, async () => assert.equal(await outcomeWith(resolver), expected))
  }

  test('a domain beyond ASCII is asked for in its ASCII form, and an address literal is not asked for as a domain', async () => {
    const asked: string[] = []
    const resolver = {
      ...localResolver,
      mx: async (domain: string) => {
        asked.push(domain)
        return undefined
      },
    }
    const outcomeFor = async (domain: string): Promise<string | undefined> =>
      outcomesOf(await deliverDirect(domain, message, optionsFor(1, { resolver })))[0]
    assert.equal(await outcomeFor('bücher.example'), 'refused dns 5.1.2')
    for (const domain of ['[127.0.0.1]', 'a b', '', 'a..b']) assert.equal(await outcomeFor(domain), 'refused dns 5.1.2')
    assert.deepEqual(asked, ['xn--bcher-kva.example'])
  })

  test('a denied address is never connected to, and the next one is tried', async () => {
    await using lab = await openSmtpLab()
    const resolver = { ...localResolver, addresses: async () => ['127.0.0.1'] }
    const denied = await deliverTo(lab.server.port, {
      resolver,
      isAllowedAddress: (address) => address !== '127.0.0.1',
    })
    assert.deepEqual([outcomesOf(denied), denied.server], [['refused denied address 5.4.4'], undefined])
    const connected: string[] = []
    const two = { ...localResolver, addresses: async () => ['10.0.0.1', '127.0.0.1'] }
    const isAllowedAddress = (address: string): boolean => {
      connected.push(address)
      return address === '127.0.0.1'
    }
    assert.deepEqual(outcomesOf(await deliverTo(lab.server.port, { resolver: two, isAllowedAddress })), [
      'delivered reply 2.0.0',
    ])
    assert.deepEqual(connected, ['10.0.0.1', '127.0.0.1'])
  })

  test('a server that greets with 4xx or not at all is followed by the next one', async () => {
    await using good = await openSmtpLab()
    await using bad = await startScriptedServer(async (peer) => peer.send('421 4.3.2 busy\r\n'))
    const ports = [bad.port, good.server.port]
    const { connect } = await import('node:net')
    const delivery = await deliverTo(25, {
      resolver: { ...localResolver, addresses: async () => ['127.0.0.1', '127.0.0.1'] },
      connect: async () => connect({ host: '127.0.0.1', port: ports.shift() ?? 0 }),
    })
    assert.deepEqual(outcomesOf(delivery), ['delivered reply 2.0.0'])
    assert.ok(delivery.transcript.some(({ text }) => text === '421 4.3.2 busy'))
  })
})
