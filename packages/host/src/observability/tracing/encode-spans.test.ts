import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Span, type NewSpan } from '../../support/trace/span.ts'
import { spanEncoder } from './encode-spans.ts'

/** These spans as the encoder of OpenTelemetry's own SDK writes them, without the fields that are zero. */
const ofSdk = [
  '0ae9020a2b0a150a0c736572766963652e6e616d6512050a036c61620a120a0b70726f636573732e70696412030a013712b9020a060a',
  '04686f737412c9010a100af7651916cd43dd8448eb211c80319c1208b7ad6b71692033311a03613d31220800f067aa0ba902b72a0e47',
  '4554202f6170692f6e6f746573300239e075863dfe9c971741909ac871fe9c97174a1a0a0a687474702e726f757465120c0a0a2f6170',
  '692f6e6f7465734a200a19687474702e726573706f6e73652e7374617475735f636f6465120318f4034a080a026f6b120210014a120a',
  '057368617265120921000000000000e03f4a120a036e6567120b18fdffffffffffffffff017a02180285010103000012630a100af765',
  '1916cd43dd8448eb211c80319c1208b7ad6b71692033322a066a6f6220c3a9300539e075863dfe9c971741909ac871fe9c97176a210a',
  '101af7651916cd43dd8448eb211c80319c120810f067aa0ba902b735010300007a00850101010000',
].join('')

const facts = { 'service.name': 'lab', 'process.pid': '7' }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const offset = 1_700_000_000_000

function ended(span: Partial<NewSpan>, work: (span: Span) => void): Span {
  const made = new Span({
    name: 'GET /api/notes',
    kind: 'server',
    traceId,
    spanId: 'b7ad6b7169203331',
    isSampled: true,
    parentId: undefined,
    isParentRemote: false,
    sink: { add() {} },
    ...span,
  })
  made.since = 123.5
  work(made)
  made.end()
  made.until = 1_000.25
  return made
}

const attributes = { 'http.route': '/api/notes', 'http.response.status_code': 500, ok: true, share: 0.5, neg: -3 }
const spans = [
  ended({ parentId: '00f067aa0ba902b7', isParentRemote: true, traceState: 'a=1' }, (span) => {
    span.set(attributes)
    span.hasFailed = true
  }),
  ended(
    {
      name: 'job é',
      kind: 'consumer',
      spanId: 'b7ad6b7169203332',
      link: { traceId: `1${traceId.slice(1)}`, spanId: '10f067aa0ba902b7', isSampled: true },
    },
    () => {},
  ),
]

test('spans are written as the encoder of OpenTelemetry writes them', () => {
  assert.equal(Buffer.from(spanEncoder('http/protobuf', facts)(spans, offset)).toString('hex'), ofSdk)
})

test('spans as JSON have ids in hexadecimal, and times and integers as text', () => {
  const sent = JSON.parse(Buffer.from(spanEncoder('http/json', facts)(spans, offset)).toString()) as {
    resourceSpans: [{ scopeSpans: [{ spans: readonly [Record<string, unknown>, Record<string, unknown>] }] }]
  }
  const [first, second] = sent.resourceSpans[0].scopeSpans[0].spans
  assert.deepEqual(
    [first['traceId'], first['parentSpanId'], first['kind'], first['status'], first['flags']],
    [traceId, '00f067aa0ba902b7', 2, { code: 2 }, 0x301],
  )
  assert.deepEqual(
    [first['startTimeUnixNano'], first['endTimeUnixNano']],
    ['1700000000123500000', '1700000001000250000'],
  )
  assert.deepEqual(
    (first['attributes'] as readonly { readonly value: object }[]).map(({ value }) => value),
    [{ stringValue: '/api/notes' }, { intValue: '500' }, { boolValue: true }, { doubleValue: 0.5 }, { intValue: '-3' }],
  )
  assert.deepEqual(second['links'], [{ traceId: `1${traceId.slice(1)}`, spanId: '10f067aa0ba902b7', flags: 0x301 }])
})

test('a batch of any size is written whole, texts of any length included', () => {
  const encode = spanEncoder('http/protobuf', facts)
  const long = ended({}, (span) => span.set({ text: 'ü'.repeat(256), ascii: 'a'.repeat(200) }))
  const one = encode([long], offset).byteLength
  const two = encode([long, long], offset).byteLength - one
  const many = encode(
    Array.from({ length: 200 }, () => long),
    offset,
  )
  assert.ok(two > 700 && Math.abs(many.byteLength - (one + 199 * two)) < 10)
  assert.equal(Buffer.from(many).toString().split('ü'.repeat(256)).length, 201)
})
