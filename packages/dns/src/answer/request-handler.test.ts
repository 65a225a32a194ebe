import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ClockError,
  decodeMessage,
  DnsError,
  encodeMessage,
  readTsigKey,
  TsigChain,
  type Message,
  type MessageParts,
} from '../index.ts'
import { plainQuery, queryFor, servedZoneFile, servedZones } from '../testing/served-zone-file.ts'
import type { TsigKey } from '../tsig/tsig-key.ts'
import { appendTsig, readTsig } from '../tsig/tsig-record.ts'
import { RequestHandler, type GrantedUpdate, type RequestRules, type ZoneClient } from './request-handler.ts'

const keyText = { name: 'Owner.Key', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 1).toString('base64') }
const key = readTsigKey(keyText)
const start = Date.UTC(2026, 0, 1)
const zones = servedZones(
  servedZoneFile(
    'example.',
    `$TTL 60
@ IN SOA ns a 7 3600 600 86400 300
@ TXT "apex"
a.b A 192.0.2.1
a.b A 192.0.2.2
`,
  ),
)

const tcp = { transport: 'tcp', address: '192.0.2.9' } as const

/** One exchange with a handler, signed where a key is given. */
async function exchange(
  parts: MessageParts | Buffer,
  rules: Partial<RequestRules> = {},
  signing: { readonly tsig?: TsigKey; readonly now?: () => number } = {},
): Promise<Message[]> {
  const handler = new RequestHandler({
    zones,
    keyOf: (name) => (name === key.name ? key : undefined),
    now: () => start,
    ...rules,
  })
  const chain = signing.tsig === undefined ? undefined : new TsigChain(signing.tsig, signing.now ?? (() => start))
  const request = Buffer.isBuffer(parts) ? parts : encodeMessage({ id: 9, ...parts })
  const result = await handler.handle(chain?.sign(request) ?? request, tcp)
  const answers = Buffer.isBuffer(result) ? [result] : [...(result ?? [])]
  return answers.map((bytes) => {
    const message = decodeMessage(bytes)
    chain?.verify(bytes, message.tsig)
    return message
  })
}

async function failureOf(exchanged: Promise<unknown>): Promise<DnsError | undefined> {
  return await exchanged.then(
    () => undefined,
    (error: unknown) => (error instanceof DnsError ? error : assert.fail(String(error))),
  )
}

const question = { name: 'example.', type: 'SOA', class: 'IN' }
const add = { name: 'new.example.', type: 'TXT', class: 'IN', ttl: 60, data: '"new"' }
const update = (parts: MessageParts = {}): MessageParts => ({
  opcode: 5,
  questions: [question],
  authorities: [add],
  ...parts,
})
const transfer = plainQuery('Example.', 'AXFR')

test('RFC 8945 §5.2 a signed query has a signed answer, and other keys, secrets and clocks have their errors', async () => {
  const [answer] = await exchange(queryFor('a.b.example.', 'A'), {}, { tsig: key })
  assert.deepEqual([answer?.answers.length, answer?.id], [2, 4_711])
  const query = queryFor('example.', 'TXT')
  const unknown = readTsigKey({ ...keyText, name: 'other' })
  const wrong = readTsigKey({ ...keyText, secret: 'AAAA' })
  const algorithm = readTsigKey({ ...keyText, algorithm: 'hmac-sha512' })
  assert.equal((await failureOf(exchange(query, {}, { tsig: unknown })))?.code, 'bad_key')
  assert.equal((await failureOf(exchange(query, {}, { tsig: wrong })))?.code, 'bad_sig')
  assert.equal((await failureOf(exchange(query, {}, { tsig: algorithm })))?.code, 'bad_key')
  const late = await failureOf(exchange(query, {}, { tsig: key, now: () => start - 301_000 }))
  assert.ok(late instanceof ClockError && late.serverTime.getTime() === start)
  assert.equal(await failureOf(exchange(query, {}, { tsig: key, now: () => start + 300_000 })), undefined)
})

test('a signed UDP answer is truncated where it has no room for its signature', () => {
  const text = Array.from({ length: 4 }, (_, index) => `"${index}${'x'.repeat(240)}"`).join(' ')
  const full = servedZones(
    servedZoneFile('big.', `@ 60 IN SOA a. b. 1 1 1 1 1\nt 60 IN TXT ${text} "${'y'.repeat(200)}"\n`),
  )
  const handler = new RequestHandler({ zones: full, keyOf: () => key, now: () => start })
  const sizeOf = (query: Buffer): readonly [number, boolean] => {
    const answer = handler.handle(query, { transport: 'udp', address: '192.0.2.9' })
    assert.ok(Buffer.isBuffer(answer) && answer.length <= 1_232)
    return [answer.length, decodeMessage(answer).isTruncated]
  }
  const query = queryFor('t.big.', 'TXT')
  const [length, isTruncated] = sizeOf(query)
  assert.ok(length > 1_180 && !isTruncated, `${length}`)
  assert.equal(sizeOf(Buffer.from(new TsigChain(key, () => start).sign(query)))[1], true)
})

test('a transfer needs an allowed address or key', async () => {
  const seen: ZoneClient[] = []
  const mayTransfer = (client: ZoneClient): boolean => {
    seen.push(client)
    return client.key !== undefined
  }
  const [refused] = await exchange(transfer, { mayTransfer })
  assert.equal(refused?.rcode, 5)
  const signed = await exchange(transfer, { mayTransfer }, { tsig: key })
  assert.deepEqual(
    signed.flatMap(({ answers }) => answers.map(({ type }) => type)),
    ['SOA', 'TXT', 'A', 'A', 'SOA'],
  )
  assert.deepEqual(seen, [
    { zone: 'example.', address: '192.0.2.9', key: undefined },
    { zone: 'example.', address: '192.0.2.9', key },
  ])
  assert.equal((await exchange(transfer))[0]?.rcode, 5)
  assert.equal((await exchange(plainQuery('a.b.example.', 'AXFR'), { mayTransfer: () => true }))[0]?.rcode, 9)
})

test('IXFR is a whole transfer for an older version, and the SOA record for this and newer ones', async () => {
  const count = async (serial: number): Promise<number | undefined> => {
    const authorities = [{ name: 'example.', type: 'SOA', ttl: 0, data: `ns.example. a.example. ${serial} 1 1 1 1` }]
    const query = queryFor('example.', 'IXFR', { authorities })
    return (await exchange(query, { mayTransfer: () => true }))[0]?.answers.length
  }
  assert.deepEqual([await count(6), await count(7), await count(8), await count(2 ** 31 + 8)], [5, 1, 1, 5])
  assert.equal((await exchange(plainQuery('example.', 'IXFR'), { mayTransfer: () => true }))[0]?.answers.length, 5)
})

test('an update that is signed and granted is handed over with its signature', async () => {
  const applied: GrantedUpdate[] = []
  const rules: Partial<RequestRules> = {
    grantsOf: () => [{ name: 'new.example.', covers: 'name', types: ['TXT'] }],
    applyUpdate: async (granted) => void applied.push(granted),
  }
  const prerequisites = [{ name: 'new.example.', type: 'ANY', class: 'NONE', ttl: 0, data: '' }]
  const [answer] = await exchange(update({ answers: prerequisites }), rules, { tsig: key })
  assert.deepEqual([answer?.rcode, answer?.opcode, answer?.isResponse], [0, 5, true])
  const { name, type, ttl, data } = add
  const { signature } = applied[0] ?? assert.fail('It was not handed over.')
  assert.deepEqual([signature.time, signature.oldest, signature.mac.length], [start / 1_000, start / 1_000 - 300, 32])
  assert.deepEqual(applied, [
    {
      zone: 'example.',
      address: '192.0.2.9',
      key,
      signature,
      prerequisites: [{ expect: 'noName', name: 'new.example.' }],
      updates: [{ action: 'add', record: { name, type, ttl, data } }],
    },
  ])
})

test('updates without a key, a grant or somewhere to apply them are refused, and failures have their rcode', async () => {
  const grant = { name: 'example.', covers: 'below', types: ['TXT'] } as const
  const rules: Partial<RequestRules> = { grantsOf: () => [grant], applyUpdate: async () => undefined }
  const rcode = async (parts: MessageParts, changed: Partial<RequestRules> = {}): Promise<number | undefined> =>
    (await exchange(parts, { ...rules, ...changed }, { tsig: key }))[0]?.rcode
  assert.equal((await exchange(update(), rules))[0]?.rcode, 5)
  assert.equal((await exchange(update(), {}, { tsig: key }))[0]?.rcode, 5)
  assert.equal(await rcode(update(), { grantsOf: () => [] }), 5)
  assert.equal(await rcode(update({ authorities: [] }), { grantsOf: () => [] }), 5)
  assert.equal(await rcode(update({ authorities: [] })), 0)
  assert.equal(await rcode(update({ authorities: [{ ...add, type: 'A', data: '192.0.2.1' }] })), 5)
  assert.equal(await rcode(update({ authorities: [{ ...add, name: 'new.test.' }] })), 10)
  assert.equal(await rcode(update({ questions: [{ ...question, name: 'b.example.' }], authorities: [] })), 9)
  assert.equal(await rcode(update({ questions: [{ ...question, type: 'A' }] })), 1)
  const expectsNoZone = { answers: [{ ...question, class: 'NONE', ttl: 0, data: '' }] }
  assert.equal(await rcode(update({ ...expectsNoZone, authorities: [] })), 7)
  assert.equal(await rcode(update(expectsNoZone)), 0, 'it compares them itself')
  const fails = (error: Error): Partial<RequestRules> => ({
    async applyUpdate() {
      throw error
    },
  })
  assert.equal(await rcode(update(), fails(new DnsError('nxrrset', 'Changed meanwhile.'))), 8)
  assert.equal(await rcode(update(), fails(new DnsError('refused', 'The feature is off.'))), 5)
  assert.equal(await rcode(update(), fails(new TypeError('a bug'))), 2)
})

const granting: Partial<RequestRules> = { grantsOf: () => [{ name: 'example.', covers: 'below', types: 'all' }] }

test('RFC 8945 §5.2.3 a replay is answered with BADTIME and the key of the request, and a removed key with BADKEY', async () => {
  const codeOf = async (code: 'clock' | 'bad_key'): Promise<DnsError | undefined> => {
    const applyUpdate = async (): Promise<void> => Promise.reject(new DnsError(code, 'Refused.'))
    return await failureOf(exchange(update(), { ...granting, applyUpdate }, { tsig: key }))
  }
  const replay = await codeOf('clock')
  assert.ok(replay instanceof ClockError && replay.serverTime.getTime() === start)
  assert.equal((await codeOf('bad_key'))?.code, 'bad_key')
})

test('a signature that is cut has the identity of the whole one', async () => {
  const macs: string[] = []
  const applyUpdate = async ({ signature }: GrantedUpdate): Promise<void> => void macs.push(signature.mac)
  const handler = new RequestHandler({ zones, keyOf: () => key, now: () => start, ...granting, applyUpdate })
  const whole = encodeMessage({ id: 9, ...update() })
  const signed = new TsigChain(key, () => start).sign(whole)
  const { tsig } = decodeMessage(signed)
  assert.ok(tsig)
  const record = readTsig(signed, tsig)
  const cut = appendTsig(whole, { ...record, mac: record.mac.subarray(0, 16) })
  for (const request of [signed, cut]) {
    const answer = await handler.handle(request, tcp)
    assert.ok(Buffer.isBuffer(answer))
    assert.equal(decodeMessage(answer).rcode, 0)
  }
  assert.equal(macs.length, 2)
  assert.equal(macs[0], macs[1])
})

test('an update that is sent again over UDP while it is applied gets one answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const handler = new RequestHandler({
    zones,
    keyOf: () => key,
    now: () => start,
    ...granting,
    applyUpdate: () => promise,
  })
  const request = new TsigChain(key, () => start).sign(encodeMessage({ id: 9, ...update() }))
  const udp = { ...tcp, transport: 'udp' } as const
  const first = handler.handle(request, udp)
  assert.equal(await handler.handle(request, udp), undefined)
  resolve()
  assert.ok(Buffer.isBuffer(await first))
  assert.ok(Buffer.isBuffer(await handler.handle(request, udp)))
})

test('a transfer waits for a right that is looked up, and a failed lookup is SERVFAIL', async () => {
  const rcode = async (mayTransfer: Promise<boolean>): Promise<number | undefined> =>
    (await exchange(transfer, { mayTransfer: () => mayTransfer }, { tsig: key }))[0]?.rcode
  assert.deepEqual([await rcode(Promise.resolve(true)), await rcode(Promise.resolve(false))], [0, 5])
  assert.equal(await rcode(Promise.reject(new TypeError('The database is away.'))), 2)
})

test('a malformed record in a signed or special request is FORMERR', async () => {
  const query = encodeMessage(update({ authorities: [{ ...add, type: 'A', data: '', bytes: Buffer.alloc(3) }] }))
  assert.equal((await exchange(query))[0]?.rcode, 1)
})
