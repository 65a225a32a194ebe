/** RFC 2136 against BIND and Knot: the rules of providers, and what is special to name servers. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { missingTools, type PeerKind } from '@host/dns/testing'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { Problem, type DnsRecordSet, type ErrorCode } from '@host/plugin'
import { testDnsProvider } from '@host/testing'
import { openPeer, peerZone, type OpenPeer } from '../../testing/open-peer.ts'
import { rfc2136 } from './rfc2136-provider.ts'

const peers = [
  ['bind', 'named'],
  ['knot', 'knotd'],
] as const satisfies readonly [PeerKind, string][]

const text = (name: string, data: string): DnsRecordSet => {
  return { name: `${name}.${peerZone}`, type: 'TXT', ttl: 300, data: [data] }
}

async function refusal(call: Promise<unknown>, code: ErrorCode): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.code, code, error.message)
  return error.message
}

for (const [kind, tool] of peers) {
  const skip = missingTools(tool)
  if (skip !== false) {
    test(`RFC 2136 with ${kind}`, { skip }, () => undefined)
    continue
  }
  const peer = await openPeer(kind)
  const closed = await openPeer(kind, { refusesTransfers: true })
  after(() => Promise.all([peer[Symbol.asyncDispose](), closed[Symbol.asyncDispose]()]))
  testDnsProvider({
    provider: rfc2136({ outbound: peer.outbound, now: Date.now }),
    settings: peer.settings,
    wrong: peer.wrong,
    zone: peerZone,
    recordSets: 40,
    faults: { stall: () => lose(peer, 'silence') },
  })
  describe(`RFC 2136 with ${kind}`, () => {
    const { signal } = new AbortController()
    const zone = { id: peerZone, name: peerZone }

    test('names are read in lower case, and written whatever their case on the server', async () => {
      const www = { name: `www.${peerZone}`, type: 'A', ttl: 300, data: ['192.0.2.1'] }
      assert.deepEqual(await peer.read(www.name, 'A'), www)
      const moved = { ...www, data: ['192.0.2.2'] }
      await peer.write(www, moved)
      assert.deepEqual(await peer.read(www.name, 'A'), moved)
    })

    test('a change between reading and writing is refused by the server', async () => {
      const record = text('race', '"one"')
      const foreign = text('race', '"foreign"')
      await peer.write(null, record)
      peer.proxy.beforeUpdate = () => peer.write(record, foreign)
      await refusal(peer.write(record, text('race', '"two"')), 'conflict')
      assert.deepEqual(await peer.read(record.name, 'TXT'), foreign)
    })

    test('an update whose answer is lost is done when the records are there', async () => {
      const record = text('lost', '"one"')
      const end = lose(peer, 'lost_answer')
      await peer.write(null, record)
      end()
      assert.deepEqual(await peer.read(record.name, 'TXT'), record)
    })

    test('an update that is lost fails, and may be sent again', async () => {
      const record = text('never', '"one"')
      const end = lose(peer, 'lost_update')
      await refusal(peer.write(null, record), 'remote_failed')
      end()
      assert.equal(await peer.read(record.name, 'TXT'), undefined)
      await peer.write(null, record)
    })

    test('a record that the server silently leaves out is invalid input', async () => {
      const message = await refusal(peer.write(null, text('alias', '"beside"')), 'invalid_input')
      assert.match(message, /didn't apply it/)
    })

    test('the name servers of a zone are changed, and not deleted', async () => {
      const ns = { name: peerZone, type: 'NS', ttl: 300, data: [`ns.${peerZone}.`] }
      const other = { ...ns, data: [`ns2.${peerZone}.`] }
      const address = { ...ns, name: `ns2.${peerZone}`, type: 'A', data: ['192.0.2.55'] }
      await peer.write(null, address)
      await peer.write(ns, other)
      assert.deepEqual(await peer.read(peerZone, 'NS'), other)
      await refusal(peer.write(other, null), 'invalid_input')
      await peer.write(other, ns)
    })

    test('clocks that differ have a sentence of their own', async () => {
      const now = (): number => Date.now() + 600_000
      const account = rfc2136({ outbound: peer.outbound, now }).open(peer.settings)
      const message = await refusal(account.zones({ signal }), 'remote_failed')
      assert.match(message, /clocks .* differ by (?:59\d|60\d) seconds/)
    })

    test('a zone that the server does not have is refused', async () => {
      const account = rfc2136({ outbound: peer.outbound, now: Date.now }).open({
        ...peer.settings,
        zones: 'other.example',
      })
      await refusal(account.zones({ signal }), 'remote_refused')
    })

    test('no packet goes to an address that the outbound rules refuse', async () => {
      for (const outbound of [undefined, new OutboundPolicy()]) {
        const account = rfc2136({ outbound, now: Date.now }).open(peer.settings)
        assert.match(await refusal(account.zones({ signal }), 'remote_failed'), /outbound rules/)
      }
    })

    test('without transfers, records are read by their keys', async () => {
      const www = await closed.read(`www.${peerZone}`, 'A')
      assert.deepEqual(www?.data, ['192.0.2.1'])
      assert.deepEqual(await closed.read(`sub.${peerZone}`, 'NS'), {
        name: `sub.${peerZone}`,
        type: 'NS',
        ttl: 300,
        data: [`ns.sub.${peerZone}.`],
      })
      const keys = Array.from({ length: 30 }, (_, index) => ({ name: `n${index}.${peerZone}`, type: 'A' }))
      assert.deepEqual((await closed.account.records(zone, { signal, keys })).sets, [])
      await refusal(closed.account.records(zone, { signal }), 'remote_refused')
    })

    test('without transfers, records of a wildcard are not those of the names below it', async () => {
      const below = text('name.wild', '"own"')
      assert.equal(await closed.read(below.name, 'TXT'), undefined)
      await closed.write(null, below)
      await refusal(closed.write(null, text('name.wild', '"foreign"')), 'conflict')
      assert.deepEqual(await closed.read(below.name, 'TXT'), below)
      await closed.write(below, null)
      assert.equal(await closed.read(below.name, 'TXT'), undefined)
    })
  })
}

function lose({ proxy }: OpenPeer, fault: OpenPeer['proxy']['fault']): () => void {
  proxy.fault = fault
  return () => {
    proxy.fault = undefined
  }
}
