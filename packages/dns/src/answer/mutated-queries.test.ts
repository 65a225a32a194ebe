import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, DnsError, encodeMessage } from '../index.ts'
import { mutate, randomPick, type PickBelow } from '../testing/mutations.ts'
import { queryFor, servedZoneFile, servedZones } from '../testing/served-zone-file.ts'
import { Responder } from './responder.ts'

const packets = process.env['HOST_SOAK'] === '1' ? 1_000_000 : 20_000
const seed = Date.now() % 2 ** 31

const zones = servedZones(
  servedZoneFile(
    'example.',
    `$TTL 60
@ IN SOA ns a 1 3600 600 86400 300
@ NS ns
ns A 192.0.2.1
*.w CNAME c.w
www CNAME a.b.cut
cut NS ns.cut
ns.cut AAAA 2001:db8::1
big TXT ${Array.from({ length: 20 }, (_, index) => `"${index}${'x'.repeat(240)}"`).join(' ')}
`,
  ),
)

const edns = { udpPayloadSize: 4_096, version: 0, dnssecOk: true, options: [{ code: 10, data: Buffer.alloc(8) }] }
const originals = [
  ...['example.', 'www.example.', 'a.b.w.example.', 'x.cut.example.', 'big.example.', 'test.'].flatMap((name) =>
    ['A', 'TXT', 'ANY', 'IXFR', 'DS'].map((type) => queryFor(name, type, { edns })),
  ),
  encodeMessage({ questions: [{ name: 'example.', type: 'SOA', class: 'IN' }], opcode: 5 }),
  encodeMessage({ questions: [], opcode: 4 }),
]

test(`${packets} mutated queries: no error, no UDP answer over 1,232 bytes, and every answer is a valid message`, () => {
  const responder = new Responder(zones)
  const pick = randomPick(seed)
  let answered = 0
  for (let count = 0; count < packets; count += 1) {
    const original = originals[pick(originals.length)] ?? Buffer.alloc(0)
    const query = pick(2) === 0 ? mutate(original, pick) : withOtherType(original, pick)
    const transport = pick(2) === 0 ? 'udp' : 'tcp'
    const context = `seed ${seed}: ${query.toString('hex')}`
    const answer = responder.answer(query, transport)
    const isIgnored = query.length < 12 || (query[2] ?? 0) >= 0x80
    assert.equal(answer === undefined, isIgnored, context)
    if (answer === undefined) continue
    assert.ok(transport === 'tcp' || answer.length <= 1_232, context)
    const message = decodeOrExplain(answer, context)
    assert.ok(message.isResponse && message.id === query.readUInt16BE(), context)
    if (message.rcode === 0 && message.answers.length > 0) answered += 1
  }
  assert.ok(answered > packets / 10, `${answered} were answered`)
})

/** Stays well-formed: only the low byte of its type or class changes. */
function withOtherType(original: Buffer, pick: PickBelow): Buffer {
  const query = Buffer.from(original)
  const end = query.indexOf(0, 12) + 5
  if (end < query.length && pick(2) === 0) query[end - 3 + pick(2) * 2] = 1 + pick(64)
  return query
}

function decodeOrExplain(answer: Buffer, context: string): ReturnType<typeof decodeMessage> {
  try {
    return decodeMessage(answer)
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    throw new Error(`${error.message} ${context} ${answer.toString('hex')}`, { cause: error })
  }
}
