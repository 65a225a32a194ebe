import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import type { MessageRecord } from '../message/message.ts'
import type { ResourceRecord } from '../resource-record.ts'
import { frame, startScriptedServer } from '../testing/hostile-server.ts'
import { TsigChain } from '../tsig/tsig-chain.ts'
import { readTsigKey } from '../tsig/tsig-key.ts'
import { transferZone, type TransferOptions } from './transfer-zone.ts'

const zone = 'example.com.'
const tsig = readTsigKey({ name: 'k', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 1).toString('base64') })
const soa: MessageRecord = { name: zone, type: 'SOA', ttl: 1, data: 'ns.example.com. m.example.com. 1 2 3 4 5' }
const a = (name: string): MessageRecord => ({ name, type: 'A', ttl: 1, data: '192.0.2.1' })

const message = (query: Uint8Array, answers: readonly MessageRecord[]): Buffer => {
  const { id, questions } = decodeMessage(query)
  return encodeMessage({ id, isResponse: true, isAuthoritative: true, questions, answers })
}

type Place = { readonly address: string; readonly port: number }

async function transfer(
  place: Place,
  options: Partial<TransferOptions> = {},
): Promise<readonly [ResourceRecord[], string]> {
  const records: ResourceRecord[] = []
  const limits = { maxRecords: 500, maxBytes: 100_000, timeout: 60_000 }
  try {
    const { address, port } = place
    for await (const record of transferZone({
      address,
      port,
      zone,
      isAllowedAddress: () => true,
      ...limits,
      ...options,
    })) {
      records.push(record)
    }
    return [records, 'none']
  } catch (error) {
    return [records, error instanceof DnsError ? error.code : String(error)]
  }
}

test('RFC 5936 a transfer begins and ends with the same SOA record, and has only records of the zone', async (t) => {
  const other = { ...soa, data: soa.data.replace(' 1 2', ' 9 2') }
  for (const [expected, ...parts] of [
    ['none', [soa, a('a.example.com.'), soa]],
    ['none', [soa], [a('a.example.com.')], [soa]],
    ['closed', [soa, a('a.example.com.')]],
    ['closed', [soa]],
    ['closed', []],
    ['malformed', [a('a.example.com.'), soa]],
    ['malformed', [soa, a('a.example.org.'), soa]],
    ['malformed', [soa, a('a.example.com.'), other]],
    ['malformed', [soa, soa, a('a.example.com.')]],
  ] as const satisfies readonly (readonly [string, ...(readonly MessageRecord[])[]])[]) {
    const server = await startScriptedServer(t, {
      tcp: (query, socket) => void socket.end(Buffer.concat(parts.map((answers) => frame(message(query, answers))))),
    })
    assert.equal((await transfer(server))[1], expected, JSON.stringify(parts))
  }
})

test('a transfer without an end stops at the limit of records, of bytes or of time', async (t) => {
  const pour = (answers: (index: number) => readonly MessageRecord[]) => (query: Buffer, socket: Socket) => {
    let index = 0
    // In small parts: the client is in this process, and reads only between them.
    const more = (): void => {
      if (socket.destroyed) return
      const frames = Array.from({ length: 100 }, () => frame(message(query, answers((index += 1)))))
      socket.write(Buffer.concat(frames), () => setImmediate(more))
    }
    more()
  }
  const endless = await startScriptedServer(t, {
    tcp: pour((index) => [index === 1 ? soa : a(`h${index}.example.com.`)]),
  })
  assert.equal((await transfer(endless))[1], 'too_many')
  assert.equal((await transfer(endless, { maxRecords: 1e9, maxBytes: 30_000 }))[1], 'too_many')
  const empty = await startScriptedServer(t, { tcp: pour(() => []) })
  assert.equal((await transfer(empty))[1], 'too_many')
  const silent = await startScriptedServer(t, {
    tcp: (query, socket) => void socket.write(frame(message(query, [soa]))),
  })
  assert.deepEqual((await transfer(silent, { timeout: 100 }))[1], 'timeout')
})

test('RFC 8945 records of unsigned messages are yielded only once a signature covers them', async (t) => {
  const script = (parts: readonly (readonly [isSigned: boolean, answers: readonly MessageRecord[]])[]) =>
    startScriptedServer(t, {
      tcp(query, socket) {
        const chain = new TsigChain(tsig)
        chain.verify(query, decodeMessage(query).tsig)
        const frames: Buffer[] = []
        for (const [isSigned, answers] of parts) {
          const bytes = message(query, answers)
          frames.push(frame(isSigned ? chain.sign(bytes) : bytes))
        }
        socket.end(Buffer.concat(frames))
      },
    })
  const good = await script([
    [true, [soa, a('a.example.com.')]],
    [true, [soa]],
  ])
  const [records, code] = await transfer(good, { tsig })
  assert.deepEqual([records.length, code], [2, 'none'])
  const open = await script([
    [true, [soa]],
    [false, [a('evil.example.com.')]],
    [false, [soa]],
  ])
  assert.deepEqual([(await transfer(open, { tsig }))[0].length, (await transfer(open, { tsig }))[1]], [1, 'unsigned'])
  const forged = await script([
    [true, [soa]],
    [false, [a('evil.example.com.')]],
    [true, [soa]],
  ])
  const [held, refused] = await transfer(forged, { tsig })
  assert.deepEqual([held.length, refused], [1, 'bad_sig'])
  const first = await script([
    [false, [soa]],
    [true, [soa]],
  ])
  assert.equal((await transfer(first, { tsig }))[1], 'unsigned')
})
