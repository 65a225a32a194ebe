import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readZoneFile, type ZoneFileOptions, type ZoneFileReading } from './read-zone-file.ts'

const limits = { maxBytes: 16_000_000, maxRecords: 20_000 }

function read(text: string, options: Partial<ZoneFileOptions> = {}): ZoneFileReading {
  return readZoneFile(text, { origin: 'example.com.', ...limits, ...options })
}

/** Each record as one line. */
function lines(text: string, options: Partial<ZoneFileOptions> = {}): string[] {
  const { records, problems: found } = read(text, options)
  assert.deepEqual(found, [])
  return records.map(({ name, ttl, type, data, comment }) =>
    [name, ttl, type, data, ...(comment === undefined ? [] : [`; ${comment}`])].join(' '),
  )
}

/** Each problem as `line:column message`. */
function problems(text: string, options: Partial<ZoneFileOptions> = {}): string[] {
  return read(text, options).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

test('RFC 1035 §5.3 the example of the standard is read', () => {
  const text = `
@   IN  SOA     VENERA      Action\\.domains (
                                 20     ; SERIAL
                                 7200   ; REFRESH
                                 600    ; RETRY
                                 3600000; EXPIRE
                                 60)    ; MINIMUM

        NS      A.ISI.EDU.
        MX      10      VENERA
VENERA  A       10.1.0.52
        A       128.9.0.32
`
  assert.deepEqual(lines(text), [
    'example.com. 60 SOA VENERA.example.com. Action\\.domains.example.com. 20 7200 600 3600000 60 ; MINIMUM',
    'example.com. 60 NS A.ISI.EDU.',
    'example.com. 60 MX 10 VENERA.example.com.',
    'VENERA.example.com. 60 A 10.1.0.52',
    'VENERA.example.com. 60 A 128.9.0.32',
  ])
})

test('the TTL and the class come in either order, in any case, or not at all', () => {
  for (const head of ['5m IN A', 'IN 5m A', '300 CLASS1 a', 'in 300 TYPE1', '5m A']) {
    assert.deepEqual(lines(`www ${head} 192.0.2.1`), ['www.example.com. 300 A 192.0.2.1'], head)
  }
})

test('RFC 2308 §4 a missing TTL is that of $TTL, of the record before, of the SOA record, or of the caller', () => {
  assert.deepEqual(lines('a 60 A 192.0.2.1\n$TTL 1h30m\nb A 192.0.2.2'), [
    'a.example.com. 60 A 192.0.2.1',
    'b.example.com. 5400 A 192.0.2.2',
  ])
  assert.deepEqual(lines('a 60 A 192.0.2.1\nb A 192.0.2.2').at(-1), 'b.example.com. 60 A 192.0.2.2')
  assert.deepEqual(lines('@ SOA a b 1 2 3 4 1m\nb A 192.0.2.2').at(-1), 'b.example.com. 60 A 192.0.2.2')
  assert.deepEqual(lines('b A 192.0.2.2', { defaultTtl: 7 }), ['b.example.com. 7 A 192.0.2.2'])
  assert.match(problems('b A 192.0.2.2')[0] ?? '', /^1:3 The record has no TTL/)
})

test('names are relative to the last $ORIGIN, and a missing name is that of the record before', () => {
  const text = 'a 1 A 192.0.2.1\n\t1 A 192.0.2.2\n$ORIGIN sub\nb 1 MX 1 @\n@ 1 NS c\n$ORIGIN .\nexample.com 1 MX 0 .'
  assert.deepEqual(lines(text), [
    'a.example.com. 1 A 192.0.2.1',
    'a.example.com. 1 A 192.0.2.2',
    'b.sub.example.com. 1 MX 1 sub.example.com.',
    'sub.example.com. 1 NS c.sub.example.com.',
    'example.com. 1 MX 0 .',
  ])
})

test('the comment at the end of a record stays with it; others are passed over', () => {
  const text =
    '; head\n  ; indented\na 1 A 192.0.2.1 ;  main; site \nb 1 TXT "x;y" z\\;w\nc 1 TXT ( "a" ; one\n "b" ) ; two\n'
  assert.deepEqual(lines(text), [
    'a.example.com. 1 A 192.0.2.1 ; main; site',
    'b.example.com. 1 TXT "x;y" "z;w"',
    'c.example.com. 1 TXT "a" "b" ; two',
  ])
})

test('quoted strings keep spaces and escapes, and may touch', () => {
  const text = String.raw`a 1 TXT "one two""three" four "\"\\\065" ""` + '\nb 1 HTTPS 1 . alpn="h2,h3" port=443'
  assert.deepEqual(lines(text), [
    String.raw`a.example.com. 1 TXT "one two" "three" "four" "\"\\A" ""`,
    'b.example.com. 1 HTTPS 1 . alpn="h2,h3" port=443',
  ])
})

test('RFC 3597 §5 types without a name are read, and known types in the generic form', () => {
  assert.deepEqual(lines('a 1 TYPE731 \\# 3 ab cd ef\nb 1 A \\# 4 c0000201\nc 1 TYPE731 \\# 0'), [
    'a.example.com. 1 TYPE731 \\# 3 abcdef',
    'b.example.com. 1 A 192.0.2.1',
    'c.example.com. 1 TYPE731 \\# 0',
  ])
})

test('lines end in LF, CRLF or CR, a byte order mark is skipped, and the last line needs no end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = `\u{FEFF}a 1 A 192.0.2.1${end}${end}b 1 A 999${end}c 1 A 192.0.2.3`
    assert.equal(read(text).records.length, 2)
    assert.deepEqual(
      read(text).problems.map(({ line, column }) => [line, column]),
      [[3, 7]],
    )
  }
})

test('every problem is listed with its line and column, and the records between are read', () => {
  const text = [
    'ok 1 A 192.0.2.1',
    'a 1 A 192.0.2.999',
    '$INCLUDE other.zone',
    '$GENERATE 1-9 a$ A 192.0.2.$',
    '$FOO bar',
    '$TTL',
    '$ORIGIN a b',
    'b 1 CH TXT "x"',
    'c 9999999999 A 192.0.2.1',
    'd 1x A 192.0.2.1',
    'e 1 IN',
    'f 1 NOPE x',
    'www.other.org. 1 A 192.0.2.1',
    '  1 A 192.0.2.1',
    '"g" 1 A 192.0.2.1',
    'h 1 TXT "open',
    'i 1 A ) 192.0.2.1',
    'j 1 A (( 192.0.2.1 )',
    'k 1 TXT a\\99',
    'l 1 TXT a\u0007b',
    'm 1 AXFR',
    'n..n 1 A 192.0.2.1',
    'fine 1 A 192.0.2.2',
    'o 1 A ( 192.0.2.1',
  ].join('\n')
  assert.deepEqual(
    read(text).records.map(({ name }) => name),
    ['ok.example.com.', 'fine.example.com.'],
  )
  const found = read(text).problems
  assert.deepEqual(
    found.map(({ line, column }) => `${line}:${column}`),
    '2:7 3:1 4:1 5:1 6:1 7:11 8:5 9:3 10:3 11:5 12:5 13:1 14:3 15:1 16:9 17:7 18:8 19:10 20:10 21:5 22:1 24:7'.split(
      ' ',
    ),
  )
  for (const { message } of found) assert.match(message, /^[""A-Z$w].*[.")]$/u, message)
})

test('after a wrong name, lines without one are refused rather than given to the name before', () => {
  const { records, problems: found } = read('a 1 A 192.0.2.1\nb..c 1 A 192.0.2.2\n  1 A 192.0.2.3\n')
  assert.deepEqual(
    records.map(({ data }) => data),
    ['192.0.2.1'],
  )
  assert.deepEqual(
    found.map(({ line }) => line),
    [2, 3],
  )
})

test('an entry has one problem, and its name counts for the lines below where it is valid', () => {
  assert.deepEqual(problems('\0 1 A 192.0.2.1\n'), [
    "1:1 Control characters and spaces other than space and tab aren't allowed here. Write them as \\DDD.",
  ])
  const { records } = read('a 1 TXT "open\n  1 A 192.0.2.1\n')
  assert.deepEqual(
    records.map(({ name }) => name),
    ['a.example.com.'],
  )
})

test('at most 100 problems are listed, and reading ends', () => {
  const { problems: found, hasMoreProblems } = read('a 1 A x\n'.repeat(5_000))
  assert.deepEqual([found.length, hasMoreProblems], [100, true])
})

test('the bytes and the records are bounded by the caller', () => {
  assert.deepEqual(problems('a 1 TXT "é"', { maxBytes: 11 }), ['1:1 The file is larger than 11 bytes.'])
  assert.deepEqual(problems('a 1 TXT "é"', { maxBytes: 12 }), [])
  const three = 'a 1 A 192.0.2.1\n'.repeat(3)
  assert.deepEqual(problems(three, { maxRecords: 3 }), [])
  assert.deepEqual(problems(three, { maxRecords: 2 }), ['3:1 The file has more than 2 records.'])
  assert.equal(read(three, { maxRecords: 2 }).records.length, 2)
})
