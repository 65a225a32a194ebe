import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { noUtm, readUtm, utmFields, writeUtm, type UtmValues } from './utm-query.ts'

const utm = (values: Partial<UtmValues>): UtmValues => ({ ...noUtm, ...values })

suite('UTM parameters of a target', () => {
  test('are added at the end, before the fragment, and only their values are encoded', () => {
    const cases = [
      ['https://example.com', { source: 'a' }, 'https://example.com?utm_source=a'],
      ['https://example.com/?', { source: 'a' }, 'https://example.com/?utm_source=a'],
      ['https://example.com/p#f?x', { source: 'a b' }, 'https://example.com/p?utm_source=a%20b#f?x'],
      ['https://e.com/?a=1&&b', { term: 'x&y=z#?+' }, 'https://e.com/?a=1&&b&utm_term=x%26y%3Dz%23%3F%2B'],
      ['https://e.com/ü?q=ü%20+', { content: '😀' }, 'https://e.com/ü?q=ü%20+&utm_content=%F0%9F%98%80'],
      ['https://e.com/', { medium: 'half \ud83d' }, 'https://e.com/?utm_medium=half%20%EF%BF%BD'],
      ['https://e.com/?x=utm_source=1', { source: 'a' }, 'https://e.com/?x=utm_source=1&utm_source=a'],
      ['https://e.com/?UTM_SOURCE=1', { source: 'a' }, 'https://e.com/?UTM_SOURCE=1&utm_source=a'],
    ] as const
    for (const [url, values, expected] of cases) assert.equal(writeUtm(url, utm(values)), expected)
  })

  test('are replaced in their place, removed when empty, and once each', () => {
    const url = 'https://e.com/?a&utm_source=x&b=%41&utm%5Fmedium=y&utm_source=z&utm_campaign#f'
    assert.deepEqual(readUtm(url), utm({ source: 'x', medium: 'y' }))
    assert.equal(
      writeUtm(url, utm({ source: 'new', medium: 'y', content: 'c' })),
      'https://e.com/?a&utm_source=new&b=%41&utm%5Fmedium=y&utm_content=c#f',
    )
    assert.equal(writeUtm(url, noUtm), 'https://e.com/?a&b=%41#f')
    assert.equal(writeUtm('https://e.com/?utm_term=1', noUtm), 'https://e.com/')
    const spelled = 'https://e.com/?utm_source=a+b&utm_term=%zz'
    assert.deepEqual(readUtm(spelled), utm({ source: 'a b', term: '%zz' }))
    assert.equal(writeUtm(spelled, readUtm(spelled)), spelled, 'the same values keep their bytes')
  })

  test('never change anything else, and come back as they were given', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    const values = fc.record(Object.fromEntries(utmFields.map((field) => [field, text])), {
      noNullPrototype: true,
    }) as fc.Arbitrary<UtmValues>
    const part = fc.string({ unit: 'binary-ascii', maxLength: 12 }).map((each) => each.replaceAll(/[#&?]/g, ''))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), values, (parts, given) => {
        const url = `https://e.com/?${parts.join('&')}#f`
        const written = writeUtm(url, given)
        assert.deepEqual(readUtm(written), given)
        assert.ok(written.endsWith('#f'))
        const others = (address: string) =>
          address
            .slice('https://e.com/?'.length, -2)
            .split('&')
            .filter((each) => !/^utm(?:_|%5f)/i.test(each))
        if (parts.join('&') !== '') assert.deepEqual(others(written), others(url))
      }),
    )
  })
})
