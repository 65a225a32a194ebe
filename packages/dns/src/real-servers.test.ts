/** Our zone files, updates and transfers against BIND and Knot, each started once on a port of its own. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { askServer } from './client/ask-server.ts'
import { sendUpdate, type UpdateOptions } from './client/send-update.ts'
import { transferZone, type TransferOptions } from './client/transfer-zone.ts'
import { ClockError, DnsError } from './dns-error.ts'
import type { ResourceRecord } from './resource-record.ts'
import { missingTools } from './testing/debian-tools.ts'
import { PeerServer, type PeerKind } from './testing/peer-server.ts'
import { readTsigKey } from './tsig/tsig-key.ts'
import { writeZoneFile } from './zone-file/write-zone-file.ts'

const zone = 'example.com.'
const keyText = { name: 'owner.key', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 3).toString('base64') }
const tsig = readTsigKey(keyText)
const wrongSecret = readTsigKey({ ...keyText, secret: Buffer.alloc(32, 4).toString('base64') })
const wrongName = readTsigKey({ ...keyText, name: 'other.key' })

const record = (name: string, type: string, data: string): ResourceRecord => ({ name, type, ttl: 300, data })

const written = [
  record(zone, 'SOA', 'ns.example.com. admin.example.com. 1 3600 600 86400 300'),
  record(zone, 'NS', 'ns.example.com.'),
  record(zone, 'MX', '10 mail.example.com.'),
  record(zone, 'TXT', String.raw`"v=spf1 -all; \"quoted\" \\ \007" ""`),
  record(zone, 'CAA', '0 issue "ca.example.net; account=1"'),
  record('ns.example.com.', 'A', '192.0.2.1'),
  record('ns.example.com.', 'AAAA', '2001:db8::1'),
  { ...record('*.wild.example.com.', 'CNAME', 'ns.example.com.'), ttl: 60 },
  record('_sip._tcp.example.com.', 'SRV', '1 2 5060 ns.example.com.'),
  record('svc.example.com.', 'HTTPS', '1 . alpn="h2,h3" port=8443'),
  record('odd\\.label.example.com.', 'TYPE65400', '\\# 3 abcdef'),
  ...Array.from({ length: 3_000 }, (_, index) => record(`host-${index}.example.com.`, 'TXT', `"number ${index}"`)),
]

const lines = (records: readonly ResourceRecord[]): string[] =>
  records.map(({ name, ttl, type, data }) => [name, ttl, type, data].join(' ')).toSorted()

async function failureOf(action: Promise<unknown>): Promise<DnsError | undefined> {
  try {
    await action
    return undefined
  } catch (error) {
    if (error instanceof DnsError) return error
    throw error
  }
}

for (const [kind, tool] of [
  ['bind', 'named'],
  ['knot', 'knotd'],
] as const satisfies readonly [PeerKind, string][]) {
  describe(`RFC 2136 with ${kind}`, { skip: missingTools(tool) }, async () => {
    const peer = missingTools(tool) === false ? await startPeer(kind) : undefined
    after(() => peer?.stop())
    const place = { address: '127.0.0.1', port: peer?.port ?? 1, isAllowedAddress: () => true, tsig, zone }
    const update = (options: Partial<UpdateOptions>): Promise<DnsError | undefined> =>
      failureOf(sendUpdate({ ...place, updates: [], ...options }))
    const transfer = (options: Partial<TransferOptions> = {}): Promise<ResourceRecord[]> =>
      Array.fromAsync(transferZone({ ...place, maxRecords: 10_000, maxBytes: 10_000_000, ...options }))
    const dataOf = async (name: string, type: string): Promise<string[]> => {
      const { answers } = await askServer({ ...place, question: { name, type } })
      return answers.map(({ data }) => data).toSorted()
    }

    test('a transfer is the zone that we wrote, in several signed messages', async () => {
      const records = await transfer()
      assert.equal(records[0]?.type, 'SOA')
      assert.deepEqual(lines(records), lines(written))
    })

    test('a transfer stops at its limits, and without the key it is refused', async () => {
      assert.equal((await failureOf(transfer({ maxRecords: 100 })))?.code, 'too_many')
      assert.equal((await failureOf(transfer({ maxBytes: 20_000 })))?.code, 'too_many')
      const { tsig: _tsig, ...unsigned } = place
      const open = Array.fromAsync(transferZone({ ...unsigned, maxRecords: 9, maxBytes: 9_999 }))
      assert.match((await failureOf(open))?.code ?? '', /^(?:refused|notauth)$/)
      assert.equal((await failureOf(transfer({ tsig: wrongSecret })))?.code, 'bad_sig')
    })

    test('records are added, changed and deleted, and prerequisites refuse lost updates', async () => {
      const name = 'new.example.com.'
      const a = (data: string): ResourceRecord => record(name, 'A', data)
      const isNew = { expect: 'noRrset', name, type: 'A' } as const
      const adds = ['192.0.2.7', '192.0.2.8'].map((data) => ({ action: 'add', record: a(data) }) as const)
      assert.equal(await update({ prerequisites: [isNew], updates: adds }), undefined)
      assert.deepEqual(await dataOf(name, 'A'), ['192.0.2.7', '192.0.2.8'])
      assert.equal((await update({ prerequisites: [isNew], updates: adds }))?.code, 'yxrrset')
      const expected = { expect: 'records', name, type: 'A' } as const
      const change = [
        { action: 'deleteRrset', name, type: 'A' },
        { action: 'add', record: a('192.0.2.9') },
      ] as const
      for (const data of [['192.0.2.7'], ['192.0.2.7', '192.0.2.9'], []]) {
        const refused = await update({ prerequisites: [{ ...expected, data }], updates: change })
        assert.equal(refused?.code, data.length === 0 ? 'yxrrset' : 'nxrrset')
      }
      const seen = [{ ...expected, data: ['192.0.2.8', '192.0.2.7'] }]
      assert.equal(await update({ prerequisites: seen, updates: change }), undefined)
      assert.deepEqual(await dataOf(name, 'A'), ['192.0.2.9'])
      const gone = [{ action: 'deleteRecord', name, type: 'A', data: '192.0.2.9' }] as const
      assert.equal(await update({ prerequisites: [{ expect: 'name', name }], updates: gone }), undefined)
      assert.deepEqual(await dataOf(name, 'A'), [])
      assert.equal((await update({ prerequisites: [{ expect: 'name', name }], updates: adds }))?.code, 'nxdomain')
      const txt = { action: 'add', record: record(name, 'TXT', String.raw`"a\"b;c" "\255"`) } as const
      assert.equal(await update({ prerequisites: [{ expect: 'noName', name }], updates: [txt, ...adds] }), undefined)
      assert.deepEqual(await dataOf(name, 'TXT'), [String.raw`"a\"b;c" "\255"`])
      assert.equal((await update({ prerequisites: [{ expect: 'noName', name }], updates: adds }))?.code, 'yxdomain')
      assert.equal(await update({ updates: [{ action: 'deleteName', name }] }), undefined)
      assert.deepEqual(await dataOf(name, 'TXT'), [])
    })

    test('a wrong secret, an unknown key, no key, another zone and a foreign name have their codes', async () => {
      const updates = [{ action: 'add', record: record('x.example.com.', 'A', '192.0.2.1') }] as const
      assert.equal((await update({ updates, tsig: wrongSecret }))?.code, 'bad_sig')
      assert.equal((await update({ updates, tsig: wrongName }))?.code, 'bad_key')
      const { tsig: _tsig, ...unsigned } = place
      assert.match((await failureOf(sendUpdate({ ...unsigned, updates })))?.code ?? '', /^(?:refused|notauth)$/)
      assert.match(
        (await update({ updates, zone: 'example.org.' }))?.code ?? '',
        /^(?:notauth|refused|bad_key|unsigned)$/,
      )
      const outside = [{ action: 'add', record: record('x.example.org.', 'A', '192.0.2.1') }] as const
      assert.equal((await update({ updates: outside }))?.code, 'notzone')
      assert.deepEqual(await dataOf('x.example.com.', 'A'), [])
    })

    test('a wrong clock is named, with the time of the server', async () => {
      for (const minutes of [-10, 10]) {
        const now = (): number => Date.now() + minutes * 60_000
        const error = await update({ updates: [], now })
        assert.ok(error instanceof ClockError, String(error))
        assert.ok(Math.abs(error.serverTime.getTime() - Date.now()) < 60_000, error.message)
      }
    })

    for (const algorithm of ['hmac-sha384', 'hmac-sha512']) {
      test(`the key may be for ${algorithm} only where the server has it so`, async () => {
        const other = readTsigKey({ ...keyText, algorithm })
        assert.match((await update({ updates: [], tsig: other }))?.code ?? '', /^bad_(?:key|sig)$/)
      })
    }
  })
}

function startPeer(kind: PeerKind): Promise<PeerServer> {
  return PeerServer.start(kind, { zone, zoneFile: writeZoneFile(zone, written), key: keyText })
}
