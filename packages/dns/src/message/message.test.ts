import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  appendRecord,
  decodeFields,
  decodeHeader,
  decodeMessage,
  DnsError,
  encodeMessage,
  rcodeName,
  rcodes,
  type DnsErrorCode,
  type MessageParts,
  type MessageRecord,
} from '../index.ts'

const question = { name: 'Www.Example.com.', type: 'A', class: 'IN' }
const a = (name: string, last: number): MessageRecord => ({
  name,
  type: 'A',
  class: 'IN',
  ttl: 60,
  data: `192.0.2.${last}`,
})
const txt = (name: string, count: number): MessageRecord[] =>
  Array.from({ length: count }, (_, index) => {
    return { name, type: 'TXT', class: 'IN', ttl: 60, data: `"${index}${'x'.repeat(100)}"` }
  })
const edns = {
  udpPayloadSize: 1_232,
  version: 0,
  dnssecOk: true,
  options: [{ code: 10, data: Buffer.from('cookie!!') }],
}
const tsig = { name: 'key.', type: 'TSIG', class: 'ANY', ttl: 0, data: 'hmac-sha256. 1700000000 300 4 AAAAAA== 7 0 0' }

const isRefused = (code: DnsErrorCode, says: RegExp) => (error: unknown) => {
  return error instanceof DnsError && error.code === code && says.test(error.message)
}

test('every member of a message is read again', () => {
  const message = {
    id: 0xabcd,
    isResponse: true,
    opcode: 5,
    isAuthoritative: true,
    isTruncated: true,
    recursionDesired: true,
    recursionAvailable: true,
    authenticData: true,
    checkingDisabled: true,
    rcode: rcodes.BADCOOKIE,
    questions: [question],
    answers: [a('Www.Example.com.', 1)],
    authorities: [{ name: 'Example.com.', type: 'NS', class: 'IN', ttl: 0, data: 'ns.Example.com.' }],
    additionals: [a('ns.Example.com.', 2)],
    edns,
  }
  assert.deepEqual(decodeMessage(encodeMessage(message)), message)
  const off = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, value === true ? false : value]))
  assert.deepEqual(decodeMessage(encodeMessage(off)), off)
  assert.deepEqual(rcodeName(decodeHeader(encodeMessage({ rcode: 3 }))?.rcode ?? 0), 'NXDOMAIN')
  assert.equal(decodeHeader(Buffer.alloc(11)), undefined)
})

test('RFC 1035 section 4.1.4 names end in pointers to names before them, with the same case', () => {
  const answers = [a('Www.Example.com.', 1), a('www.example.com.', 2), a('Www.Example.com.', 3)]
  const bytes = encodeMessage({ questions: [question], answers })
  assert.equal(bytes.readUInt16BE(33), 0xc00c)
  // Of the second name only `com.` was there.
  assert.equal(bytes.length, 33 + 16 + 28 + 16)
  assert.deepEqual(decodeMessage(bytes).answers, answers)
})

test('RFC 2136 records of an update may have no data', () => {
  const authorities = [
    { name: 'a.', type: 'A', class: 'ANY', ttl: 0, data: '' },
    { name: 'a.', type: 'ANY', class: 'NONE', ttl: 0, data: '' },
    { name: 'a.', type: 'A', class: 'NONE', ttl: 0, data: '192.0.2.1' },
  ]
  assert.deepEqual(decodeMessage(encodeMessage({ opcode: 5, authorities })).authorities, authorities)
})

test('bytes that are given are written as they are', () => {
  const bytes = encodeMessage({ answers: [{ ...a('a.', 1), data: 'not read', bytes: Buffer.of(192, 0, 2, 9) }] })
  assert.equal(decodeMessage(bytes).answers[0]?.data, '192.0.2.9')
})

suite('a response over its limit', () => {
  const shown = (message: MessageParts, limit = 512, reserve = 0) => {
    const bytes = encodeMessage({ isResponse: true, questions: [question], ...message }, { limit, reserve })
    assert.ok(bytes.length <= limit - reserve)
    const { answers, authorities, additionals, isTruncated, edns: opt } = decodeMessage(bytes)
    return [answers.length, authorities.length, additionals.length, isTruncated, opt !== undefined]
  }
  const first = [a('a.', 1), a('a.', 2)]

  test('ends before the record set that does not fit, and says so', () => {
    assert.deepEqual(shown({ answers: [...first, ...txt('a.', 5)], additionals: [a('b.', 1)] }), [2, 0, 0, true, false])
  })
  test('keeps its EDNS record and room for a signature', () => {
    assert.deepEqual(shown({ answers: txt('a.', 3), edns }), [3, 0, 0, false, true])
    assert.deepEqual(shown({ answers: txt('a.', 3), edns }, 512, 200), [0, 0, 0, true, true])
  })
  test('drops additional records in silence, but not the addresses of a delegation', () => {
    const parts = { authorities: [{ name: 'a.', type: 'NS', ttl: 1, data: 'b.a.' }], additionals: txt('b.a.', 5) }
    assert.deepEqual(shown({ ...parts, isAuthoritative: true }), [0, 1, 0, false, false])
    assert.deepEqual(shown(parts), [0, 1, 0, true, false])
  })
  test('is read again up to there', () => {
    const bytes = encodeMessage({ isResponse: true, answers: [...first, ...txt('c.b.', 6)], edns }, { limit: 512 })
    assert.deepEqual(decodeMessage(bytes).answers, first)
  })
  test('holds 65,535 bytes without a limit', () => {
    assert.deepEqual(shown({ answers: [...first, ...txt('b.', 1_000)] }, 65_535), [2, 0, 0, true, false])
  })
})

test('a request over its limit is refused', () => {
  assert.throws(() => encodeMessage({ answers: txt('a.', 6) }, { limit: 512 }), isRefused('too_large', /limit/))
  assert.throws(() => encodeMessage({ rcode: 16 }), isRefused('invalid_data', /EDNS/))
  assert.throws(() => encodeMessage({ answers: [{ ...a('a.', 1), ttl: 2 ** 31 }] }), isRefused('invalid_data', /TTL/))
})

test('RFC 8945 a TSIG record is kept with the place where it begins', () => {
  const unsigned = encodeMessage({ id: 7, questions: [question], edns })
  const message = decodeMessage(appendRecord(unsigned, tsig))
  assert.equal(message.tsig?.offset, unsigned.length)
  assert.equal(message.tsig?.name, 'key.')
  assert.deepEqual(message.additionals, [])
  const { time, mac } = decodeFields('TSIG', message.tsig?.bytes ?? Buffer.alloc(0))
  assert.deepEqual([time, mac], [1_700_000_000, Buffer.alloc(4)])
})

suite('a message is malformed', () => {
  const signed = appendRecord(encodeMessage({ questions: [question] }), tsig)
  const opt = { name: '.', type: 'OPT', class: 'CLASS1232', ttl: 0, data: '\\# 0' }
  const bytesOf = (...parts: readonly (string | number)[]): Buffer => {
    return Buffer.from(
      parts.map((part) => (typeof part === 'string' ? part : part.toString(16).padStart(2, '0'))).join(''),
      'hex',
    )
  }
  const ask = (name: string): Buffer => bytesOf('000000000001000000000000', name, '00010001')
  const cases: readonly [title: string, bytes: Buffer, says: RegExp][] = [
    ['less than a header', Buffer.alloc(11), /too early/],
    ['counts without records', bytesOf('00000000ffffffffffffffff'), /within a name/],
    ['bytes behind its end', Buffer.concat([encodeMessage({}), Buffer.of(0)]), /behind the message/],
    ['a pointer to itself', ask('c00c'), /lead back/],
    ['a pointer forward', ask('c010'), /lead back/],
    ['two pointers in a ring', ask('0161c00c'), /lead back/],
    ['a label of a type that is not in use', ask('8061'), /not in use/],
    ['a record after its TSIG record', appendRecord(signed, a('a.', 1)), /last one/],
    ['two TSIG records', appendRecord(signed, tsig), /last one/],
    ['two OPT records', encodeMessage({ additionals: [opt, opt] }), /two OPT/],
    ['an OPT record with a name', encodeMessage({ additionals: [{ ...opt, name: 'a.' }] }), /root/],
    ['an OPT record among the answers', encodeMessage({ answers: [opt] }), /additional/],
    [
      'an OPT record with half an option',
      encodeMessage({ additionals: [{ ...opt, data: '\\# 3 000a00' }] }),
      /too early/,
    ],
    [
      'data that is longer than it',
      encodeMessage({ answers: [a('a.', 1)] }).subarray(0, -1),
      /longer than the message/,
    ],
  ]
  for (const [title, bytes, says] of cases) {
    test(title, () => assert.throws(() => decodeMessage(bytes), isRefused('malformed', says)))
  }
})
