import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compareNames, DnsError, encodeName, isSameName, isWithin, nameKey, normalizeName, parentOf } from './index.ts'

const label = 'a'.repeat(63)

suite('a name is normalized', () => {
  const cases: readonly [text: string, origin: string | undefined, name: string][] = [
    ['www', 'example.com.', 'www.example.com.'],
    ['www', '.', 'www.'],
    ['@', 'example.com.', 'example.com.'],
    ['WWW.Example.com.', undefined, 'WWW.Example.com.'],
    ['.', undefined, '.'],
    ['\\119ww.', undefined, 'www.'],
    ['a\\.b.c.', undefined, 'a\\.b.c.'],
    ['a\\046b.', undefined, 'a\\.b.'],
    ['a\\', 'b.', 'a\\.b.'],
    ['x\\032y.', undefined, 'x\\032y.'],
    ['\\@\\$\\;.', undefined, '\\@\\$\\;.'],
    ['\\255.', undefined, '\\255.'],
    ['*._tcp', 'a.', '*._tcp.a.'],
    [`${label}.${label}.${label}.${label.slice(2)}.`, undefined, `${label}.${label}.${label}.${label.slice(2)}.`],
  ]
  for (const [text, origin, name] of cases) {
    test(`${text} below ${origin ?? 'nothing'}`, () => {
      assert.equal(normalizeName(text, origin), name)
    })
  }
})

suite('a name is refused', () => {
  const cases: readonly [text: string, sentence: RegExp][] = [
    ['', /empty/],
    ['www', /not absolute/],
    ['a\\.', /not absolute/],
    ['a..b.', /empty label/],
    ['.a.', /empty label/],
    ['..', /empty label/],
    [`${label}a.`, /63 bytes/],
    [`${label}.${label}.${label}.${label}.`, /255 bytes/],
    ['a\\25.', /escape/],
    ['a\\256.', /escape/],
    ['a b.', /cannot contain: " "/],
    ['a".', /cannot contain/],
    ['bücher.', /A-label/],
    ['💩.', /A-label/],
  ]
  for (const [text, sentence] of cases) {
    test(JSON.stringify(text.slice(0, 20)), () => {
      for (const refused of [() => normalizeName(text), () => encodeName(text)]) {
        assert.throws(refused, (error) => error instanceof DnsError && sentence.test(error.message))
      }
    })
  }
})

test('names compare without case, and keep it', () => {
  assert.ok(isSameName('Example.COM.', 'eXample.com.'))
  assert.ok(!isSameName('example.com.', 'example.org.'))
  assert.equal(nameKey('Example.COM.'), 'example.com.')
})

test('a name is within its zone only at a border of labels', () => {
  assert.ok(isWithin('a.Example.com.', 'example.com.'))
  assert.ok(isWithin('example.com.', 'example.com.'))
  assert.ok(isWithin('a\\\\.example.com.', 'example.com.'))
  assert.ok(isWithin('example.com.', '.'))
  assert.ok(!isWithin('badexample.com.', 'example.com.'))
  assert.ok(!isWithin('a\\.example.com.', 'example.com.'))
  assert.ok(!isWithin('com.', 'example.com.'))
  assert.equal(parentOf('a\\.b.c.'), 'c.')
})

test('RFC 4034 section 6.1 names are sorted by their labels from the right, without case', () => {
  const sorted = ['example.', 'a.example.', 'yljkjljk.a.example.', 'Z.a.example.', 'zABC.a.EXAMPLE.', 'z.example.']
  const canonical = [...sorted, '\\001.z.example.', '*.z.example.', '\\200.z.example.']
  assert.deepEqual(canonical.toReversed().toSorted(compareNames), canonical)
})
