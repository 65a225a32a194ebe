import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ClockError, DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import { appendTsig, readTsig } from './tsig-record.ts'
import { TsigChain } from './tsig-chain.ts'
import { readTsigKey } from './tsig-key.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 20_000 : 300
const secret = Buffer.alloc(32, 7).toString('base64')
const key = readTsigKey({ name: 'Key.Example', algorithm: 'HMAC-SHA256', secret })
const now = (): number => 1_800_000_000_000

const query = encodeMessage({ id: 7, questions: [{ name: 'example.com.', type: 'AXFR', class: 'IN' }] })
const answer = encodeMessage({
  id: 7,
  isResponse: true,
  answers: [{ name: 'a.', type: 'A', ttl: 1, data: '192.0.2.1' }],
})

const verify = (chain: TsigChain, bytes: Uint8Array): void => chain.verify(bytes, decodeMessage(bytes).tsig)
const code = (action: () => void): string => {
  try {
    action()
  } catch (error) {
    if (error instanceof DnsError) return error.code
    throw error
  }
  return 'none'
}

/** Both sides of an exchange after the request. */
function exchange(serverNow = now): { readonly client: TsigChain; readonly server: TsigChain } {
  const client = new TsigChain(key, now)
  const server = new TsigChain(key, serverNow)
  verify(server, client.sign(query))
  return { client, server }
}

for (const algorithm of ['hmac-sha256', 'hmac-sha384', 'hmac-sha512']) {
  test(`RFC 8945 a request and its answers are signed with ${algorithm} and verified`, () => {
    const own = readTsigKey({ name: 'k', algorithm, secret })
    const client = new TsigChain(own)
    const server = new TsigChain(own)
    verify(server, client.sign(query))
    for (let index = 0; index < 3; index += 1) verify(client, server.sign(answer))
    assert.ok(client.isVerified)
  })
}

test('RFC 8945 §6 weak algorithms and wrong keys are refused with the field', () => {
  const refusal = (text: Partial<Parameters<typeof readTsigKey>[0]>): string | undefined => {
    try {
      readTsigKey({ name: 'k', algorithm: 'hmac-sha256', secret, ...text })
    } catch (error) {
      if (error instanceof DnsError) return `${error.field}: ${error.message}`
    }
    return undefined
  }
  assert.match(
    refusal({ algorithm: 'HMAC-MD5.SIG-ALG.REG.INT' }) ?? '',
    /^algorithm: hmac-md5 is too weak\. Use hmac-sha256/,
  )
  assert.match(refusal({ algorithm: 'hmac-sha1' }) ?? '', /^algorithm: hmac-sha1 is too weak\./)
  assert.match(refusal({ algorithm: 'toString' }) ?? '', /^algorithm: This algorithm isn't supported\./)
  assert.match(refusal({ secret: 'a$b' }) ?? '', /^secret: /)
  assert.match(refusal({ secret: '' }) ?? '', /^secret: /)
  assert.match(refusal({ name: ' ' }) ?? '', /^name: /)
  assert.match(refusal({ name: 'a..b' }) ?? '', /^name: /)
})

test('any change of a signed message is found', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const { client, server } = exchange()
      const signed = Buffer.from(server.sign(answer))
      const place = at % signed.length
      signed[place] = (signed[place] ?? 0) ^ difference
      // The id on the wire isn't signed, only the original one, and neither is the case of names.
      if (place < 2) return
      const found = code(() => verify(client, signed))
      const isCase = difference === 0x20 && /[a-z]/i.test(String.fromCharCode(signed[place] ?? 0))
      assert.ok(found !== 'none' || isCase, `byte ${place} by ${difference}`)
    }),
    { numRuns },
  )
})

test('an answer to another request, a repeated and a reordered one are refused', () => {
  const one = exchange()
  const other = new TsigChain(key, () => now() + 1_000)
  other.sign(query)
  const first = one.server.sign(answer)
  assert.equal(
    code(() => verify(other, first)),
    'bad_sig',
  )
  const second = one.server.sign(answer)
  assert.equal(
    code(() => verify(one.client, second)),
    'bad_sig',
  )
  verify(one.client, first)
  assert.equal(
    code(() => verify(one.client, first)),
    'bad_sig',
  )
})

test('another secret, another key name and no signature have codes of their own', () => {
  const { client } = exchange()
  const wrong = readTsigKey({ name: 'key.example', algorithm: 'hmac-sha256', secret: 'AAAA' })
  const named = readTsigKey({ name: 'other', algorithm: 'hmac-sha256', secret })
  assert.equal(
    code(() => verify(client, new TsigChain(wrong, now).sign(answer))),
    'bad_sig',
  )
  assert.equal(
    code(() => verify(client, new TsigChain(named, now).sign(answer))),
    'bad_key',
  )
  assert.equal(
    code(() => verify(client, answer)),
    'unsigned',
  )
})

test('clocks may differ by 300 seconds, and the error states the time of the server', () => {
  for (const [seconds, expected] of [
    [300, 'none'],
    [-300, 'none'],
    [301, 'clock'],
    [-301, 'clock'],
  ] as const) {
    const client = new TsigChain(key, now)
    const server = new TsigChain(key, () => now() + seconds * 1_000)
    assert.equal(
      code(() => verify(server, client.sign(query))),
      expected,
      `${seconds}`,
    )
  }
  const client = new TsigChain(key, now)
  const server = new TsigChain(key, now)
  verify(server, client.sign(query))
  const other = Buffer.alloc(6)
  other.writeUIntBE(now() / 1_000 + 900, 0, 6)
  const refused = server.sign(answer, { error: 18, time: now() / 1_000, other })
  assert.throws(
    () => verify(client, refused),
    (error) => error instanceof ClockError && error.serverTime.getTime() === now() + 900_000,
  )
})

test('the errors that a server reports without a signature have codes', () => {
  for (const [error, expected] of [
    [16, 'bad_sig'],
    [17, 'bad_key'],
    [18, 'bad_sig'],
    [22, 'bad_trunc'],
  ] as const) {
    const { client, server } = exchange()
    const signed = server.sign(answer, { error })
    const { tsig } = decodeMessage(signed)
    assert.ok(tsig)
    const unsigned = appendTsig(answer, { ...readTsig(signed, tsig), mac: new Uint8Array(0) })
    assert.equal(
      code(() => verify(client, unsigned)),
      expected,
    )
  }
})

test('RFC 8945 §5.2.2.1 a cut signature is accepted down to half of its hash, and none is longer', () => {
  const withMac = (change: (mac: Uint8Array) => Uint8Array): string => {
    const { client, server } = exchange()
    const signed = server.sign(answer)
    const { tsig } = decodeMessage(signed)
    assert.ok(tsig)
    const record = readTsig(signed, tsig)
    return code(() => verify(client, appendTsig(answer, { ...record, mac: change(record.mac) })))
  }
  assert.equal(
    withMac((mac) => mac.subarray(0, 16)),
    'none',
  )
  assert.equal(
    withMac((mac) => mac.subarray(0, 15)),
    'bad_trunc',
  )
  assert.equal(
    withMac(() => new Uint8Array(0)),
    'bad_trunc',
  )
  assert.equal(
    withMac((mac) => Buffer.concat([mac, mac])),
    'malformed',
  )
})

test('RFC 8945 §5.3.1 up to 99 messages in a row may be unsigned, and count once a signature covers them', () => {
  const { client, server } = exchange()
  verify(client, server.sign(answer))
  assert.ok(client.isVerified)
  for (let index = 0; index < 99; index += 1) verify(client, answer)
  assert.ok(!client.isVerified)
  assert.equal(
    code(() => verify(client, answer)),
    'unsigned',
  )
  assert.equal(
    code(() => verify(client, server.sign(answer))),
    'bad_sig',
  )
})
