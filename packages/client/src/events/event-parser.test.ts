import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EventParser, EventTooLarge, type ServerEvent } from './event-parser.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 20_000 : 500

function parse(chunks: readonly string[], most = 1_000): { readonly events: ServerEvent[]; readonly of: EventParser } {
  const of = new EventParser(most)
  return { of, events: chunks.flatMap((chunk) => [...of.push(chunk)]) }
}

const message = (data: string, id = '', event = 'message'): ServerEvent => ({ event, data, id })

for (const [name, text, events] of [
  ['an event is its data, named "message"', 'data: a\n\n', [message('a')]],
  ['several lines of data are joined', 'data: a\ndata\ndata:b\n\n', [message('a\n\nb')]],
  ['one space after the colon goes, no more', 'data:  a\n\ndata:b\n\n', [message(' a'), message('b')]],
  ['a name counts for one event', 'event: x\ndata: 1\n\ndata: 2\n\n', [message('1', '', 'x'), message('2')]],
  ['an id stays until another comes', 'id: 1\ndata: a\n\ndata: b\n\n', [message('a', '1'), message('b', '1')]],
  ['an empty id forgets', 'id: 1\ndata: a\n\nid\ndata: b\n\n', [message('a', '1'), message('b')]],
  ['an id with NUL does not count', 'id: 1\nid: 2\0\ndata: a\n\n', [message('a', '1')]],
  ['comments and unknown fields are passed over', ': hello\nfoo: bar\nData: x\ndata: a\n\n', [message('a')]],
  ['an event without data is none, but its id counts', 'id: 7\nevent: x\n\ndata: a\n\n', [message('a', '7')]],
  ['an empty line of data is data', 'data\n\n', [message('')]],
  ['CR, LF and CRLF end a line', 'data: a\r\rdata: b\r\n\r\ndata: c\n\r', ['a', 'b', 'c'].map((data) => message(data))],
  ['what has not ended is no event', 'data: a\n\ndata: b\n', [message('a')]],
] as const) {
  test(`§A21 ${name}, however the text is cut`, () => {
    assert.deepEqual(parse([text]).events, events)
    assert.deepEqual(parse([...text]).events, events)
    for (let at = 0; at < text.length; at += 1) {
      assert.deepEqual(parse([text.slice(0, at), '', text.slice(at)]).events, events, `cut at ${at}`)
    }
  })
}

test('the wait before the next opening is a whole number, or is not said', () => {
  assert.equal(parse(['retry: 1500\n']).of.retry, 1_500)
  for (const odd of ['', '-1', '1.5', '1e3', '٣', '9999999999']) {
    assert.equal(parse([`retry: ${odd}\n`]).of.retry, undefined, odd)
  }
})

test('an id too long for a header is not remembered', () => {
  const { of, events } = parse([`id: a\nid: ${'x'.repeat(1_025)}\ndata: a\n\n`], 10_000)
  assert.deepEqual([of.lastId, events], ['a', [message('a', 'a')]])
})

test('§A21 an event is bounded, in one line or in many, and comments may continue forever', () => {
  for (const text of ['x'.repeat(1_001), 'data: x\n'.repeat(200), 'foo: x\n'.repeat(200), 'id: 1\n'.repeat(300)]) {
    assert.throws(() => parse([text]), EventTooLarge)
    assert.throws(() => parse([...text]), EventTooLarge)
  }
  const { events } = parse([...Array.from({ length: 500 }, () => `: ${'x'.repeat(900)}\n`), 'data: a\n\n'])
  assert.deepEqual(events, [message('a')])
  assert.equal(parse(Array.from({ length: 500 }, () => `data: ${'x'.repeat(900)}\n\n`)).events.length, 500)
})

/** The rules as the standard lists them, on the whole text at once. */
function reference(text: string): ServerEvent[] {
  const events: ServerEvent[] = []
  let [data, event, id] = ['', '', '']
  for (const line of text.split(/\r\n|\r|\n/).slice(0, -1)) {
    if (line === '') {
      if (data !== '') events.push(message(data.slice(0, -1), id, event || 'message'))
      ;[data, event] = ['', '']
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? []
    if (field === 'data') data += `${value}\n`
    if (field === 'event') event = value
    if (field === 'id' && !value.includes('\0')) id = value
  }
  return events
}

const pieces = fc.oneof(
  fc.constantFrom('\n', '\r', '\r\n', '\n\n', 'data', 'data: ', 'event:', 'id: ', 'id', ':', ' ', '\0', 'retry: 5'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)

test('§A21 any text in any pieces gives the events of the standard', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.array(fc.nat(200), { maxLength: 20 }), (words, cuts) => {
      const text = words.join('')
      const places = [...new Set([0, ...cuts.filter((at) => at < text.length), text.length])].toSorted((a, b) => a - b)
      const chunks = places.slice(1).map((end, index) => text.slice(places[index], end))
      assert.deepEqual(parse(chunks, 10_000).events, reference(text))
    }),
    { numRuns: runs },
  )
})

test('the cost of a line does not grow with the number of its pieces', () => {
  const size = 400_000
  const started = performance.now()
  const { events } = parse(['data:', ...Array.from({ length: size }, () => 'x'), '\n\n'], 10 * size)
  assert.equal(events[0]?.data.length, size)
  assert.ok(performance.now() - started < 5_000)
})
