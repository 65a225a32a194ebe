import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHeader, decodeMessage, encodeMessage, rcodeName, type MessageParts } from '../index.ts'
import { answerTo, queryFor, servedZoneFile, servedZones } from '../testing/served-zone-file.ts'
import { Responder } from './responder.ts'

const zones = servedZones(servedZoneFile('example.', '@ 60 IN SOA ns.example. a.example. 1 3600 600 86400 300\n'))
const question = { name: 'example.', type: 'SOA', class: 'IN' }
const edns = { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [] }
const record = { name: 'example.', type: 'A', ttl: 0, data: '192.0.2.1' }

const rcodeOf = (query: Uint8Array, transport: 'udp' | 'tcp' = 'udp'): string =>
  rcodeName(decodeMessage(answerTo(zones, query, transport)).rcode)
const ask = (parts: MessageParts): string => rcodeOf(queryFor('example.', 'SOA', parts))

test('opcodes other than QUERY are not implemented; NOTIFY and UPDATE are refused where no key allows them', () => {
  const codes = [0, 1, 2, 3, 4, 5, 6, 15].map((opcode) => ask({ opcode }))
  assert.deepEqual(codes, ['NOERROR', 'NOTIMP', 'NOTIMP', 'NOTIMP', 'REFUSED', 'REFUSED', 'NOTIMP', 'NOTIMP'])
  assert.equal(ask({ opcode: 2, questions: [] }), 'NOTIMP')
})

test('other classes, names outside every zone and transfers are refused, and nothing is recursive', () => {
  assert.equal(ask({ questions: [{ ...question, class: 'CH' }] }), 'REFUSED')
  assert.equal(ask({ questions: [{ ...question, class: 'ANY' }] }), 'REFUSED')
  assert.equal(ask({ questions: [{ ...question, name: 'test.' }], recursionDesired: true }), 'REFUSED')
  assert.equal(ask({ questions: [{ ...question, name: '.' }] }), 'REFUSED')
  for (const type of ['AXFR', 'IXFR']) assert.equal(rcodeOf(queryFor('example.', type), 'tcp'), 'REFUSED')
  assert.equal(ask({ questions: [{ ...question, type: 'AXFR' }] }), 'REFUSED')
})

test('RFC 1995 §2 IXFR over UDP gets the SOA record alone', () => {
  const authorities = [{ name: 'example.', type: 'SOA', ttl: 60, data: 'ns.example. a.example. 0 3600 600 86400 300' }]
  const { answers } = decodeMessage(answerTo(zones, queryFor('example.', 'IXFR', { authorities })))
  assert.deepEqual(
    answers.map(({ type }) => type),
    ['SOA'],
  )
})

test('types of messages are not implemented, and OPT as a question is malformed', () => {
  const codes = ['MAILB', 'MAILA', 'TKEY', 'TSIG', 'TYPE128', 'OPT', 'TYPE0'].map((type) =>
    ask({ questions: [{ ...question, type }] }),
  )
  assert.deepEqual(codes, ['NOTIMP', 'NOTIMP', 'NOTIMP', 'NOTIMP', 'NOTIMP', 'FORMERR', 'NOERROR'])
})

test('other than one question, records before the additional ones, and bytes behind the message are malformed', () => {
  assert.equal(ask({ questions: [] }), 'FORMERR')
  assert.equal(ask({ questions: [question, question] }), 'FORMERR')
  assert.equal(ask({ answers: [record] }), 'FORMERR')
  assert.equal(ask({ authorities: [record] }), 'FORMERR')
  assert.equal(ask({ additionals: [record] }), 'NOERROR')
  assert.equal(rcodeOf(Buffer.concat([queryFor('example.', 'SOA'), Buffer.alloc(1)])), 'FORMERR')
})

test('EDNS of another version is BADVERS with our version, two OPT records are malformed', () => {
  const answer = decodeMessage(answerTo(zones, queryFor('example.', 'SOA', { edns: { ...edns, version: 1 } })))
  assert.deepEqual([rcodeName(answer.rcode), answer.edns?.version, answer.answers.length], ['BADVERS', 0, 0])
  const query = queryFor('example.', 'SOA')
  const twice = Buffer.concat([query, query.subarray(-11)])
  twice[11] = 2
  assert.equal(rcodeOf(twice), 'FORMERR')
  assert.equal(ask({ edns: { ...edns, options: [{ code: 65_001, data: Buffer.alloc(40) }] } }), 'NOERROR')
})

test('a question with a pointer, a long label or no end is malformed, and the answer is a header', () => {
  const withQuestion = (...bytes: readonly number[]): Buffer => {
    const header = encodeMessage({ id: 9 })
    header[5] = 1
    return Buffer.concat([header, Buffer.of(...bytes)])
  }
  const malformed = [
    [0xc0, 12, 0, 1, 0, 1],
    [0x41, 0, 0, 1, 0, 1],
    [3, 97],
    [0, 0, 1],
    [],
    Array.from({ length: 260 }, (_, index) => (index % 2 === 0 ? 1 : 97)),
  ]
  for (const bytes of malformed) {
    const answer = answerTo(zones, withQuestion(...bytes))
    assert.deepEqual([answer.length, decodeHeader(answer)?.id, decodeHeader(answer)?.rcode], [12, 9, 1])
  }
})

test('an answer and less than a header get no answer', () => {
  const responder = new Responder(zones)
  assert.equal(responder.answer(queryFor('example.', 'SOA', { isResponse: true }), 'udp'), undefined)
  assert.equal(responder.answer(queryFor('example.', 'SOA').subarray(0, 11), 'udp'), undefined)
  assert.equal(responder.answer(new Uint8Array(0), 'udp'), undefined)
})
