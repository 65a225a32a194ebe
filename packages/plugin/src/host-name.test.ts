import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostNameChain, normalizeHostName, normalizeHostPattern } from './host-name.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 100_000 : 500

test('case, a dot at the end, a port and Unicode are spellings of one name', () => {
  const spellings = {
    'go.acme.com': [
      'go.acme.com',
      'GO.Acme.COM',
      'go.acme.com.',
      'go.acme.com:443',
      'go.acme.com.:8080',
      'go.acme.com:',
    ],
    'xn--bcher-kva.example': ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example', 'XN--BCHER-KVA.Example.'],
    'xn--fiqs8s.xn--fiqs8s': ['中国.中国', '中国。中国'],
    'r3---sn.example.com': ['r3---sn.example.com'],
    localhost: ['localhost', 'LOCALHOST:3000'],
  }
  for (const [name, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(normalizeHostName(text), name, text)
  }
})

test('text that is not a name has no form: labels, lengths, addresses, and parts of a URL', () => {
  const wrong = [
    ['', '.', '..', 'a..b', '.a.com', 'a.com..', '-a.com', 'a-.com', 'a_b.com', 'a b.com', `${'a'.repeat(64)}.com`],
    ['xn--a', 'xn--a.com', 'xn--.com', 'xn--abc-.com', 'xn--bcher-kva\u0000.example'],
    ['1.2.3.4', '1.2', '127.1', '0x7f.1', '[::1]', '[::1]:80', '::1', '1.2.3.4:80', 'a.1'],
    ['user@a.com', 'user:pass@a.com', 'a.com/b', 'a.com?b', 'a.com#b', 'a.com\\b', 'a%2ecom', 'http://a.com'],
    ['a.com:123456', 'a.com:x', 'a.com\n', '\ta.com', '*.a.com', '*', `${'a.'.repeat(150)}com`, 'a'.repeat(5000)],
  ].flat()
  for (const text of wrong) assert.equal(normalizeHostName(text), undefined, JSON.stringify(text))
})

test('a pattern is a name, or a star for every name below one', () => {
  assert.equal(normalizeHostPattern('*.Acme.com.'), '*.acme.com')
  assert.equal(normalizeHostPattern('Acme.com'), 'acme.com')
  for (const text of ['*', '*.', '*.*.acme.com', 'a.*.com', '*acme.com', '**.acme.com', '*.1.2.3.4']) {
    assert.equal(normalizeHostPattern(text), undefined, text)
  }
})

test('the names above a name end before the last label', () => {
  assert.deepEqual(hostNameChain('a.b.acme.com'), ['a.b.acme.com', 'b.acme.com', 'acme.com'])
  assert.deepEqual(hostNameChain('localhost'), [])
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.domain(),
  fc
    .array(fc.constantFrom('a', 'xn--', '-', '.', ':', '1', 'ü', '。', 'ß', '中', '_', '*', '@', '\u00ad'))
    .map((all) => all.join('')),
)

test('any text has one form that is its own form, or none', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = normalizeHostName(text)
      if (name === undefined) return
      assert.equal(normalizeHostName(name), name)
      assert.equal(normalizeHostName(`${name.toUpperCase()}.:80`), name)
      assert.match(name, /^[a-z0-9.-]{1,253}$/)
      assert.equal(new URL(`http://${name}`).hostname, name, 'URLs read the same host')
      for (const label of name.split('.')) assert.match(label, /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    }),
    { numRuns: runs },
  )
})

test('every host that an address names has that form here too, or none', () => {
  fc.assert(
    fc.property(fc.webAuthority({ withPort: true, withUserInfo: false }), (authority) => {
      const name = normalizeHostName(authority)
      if (name !== undefined) assert.equal(name, new URL(`http://${authority}`).hostname.replace(/\.$/, ''))
    }),
    { numRuns: runs },
  )
})
