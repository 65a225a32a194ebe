import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hideSecrets, secretMark } from './hide-secrets.ts'
import { isSecretName, SecretNames } from '../support/secret-names.ts'
import { cutMark, snapshot } from './snapshot.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 20_000 : 500
const secretNames =
  'password newPassword password_hash passwd pwd token apiToken access_token accesstoken tokens secret clientSecret key apiKey apikey signing-key privatekey authorization Authorization cookie set-cookie csrfToken otp totpCode pin credentials seed passphrase bearer'
const plainNames = 'title name email monkey keyboard pinned author authors description spin seedling tokyo'

test('names of secrets are known in every spelling, and no others', () => {
  assert.deepEqual(
    secretNames.split(' ').filter((name) => !isSecretName(name)),
    [],
  )
  assert.deepEqual(plainNames.split(' ').filter(isSecretName), [])
})

test('a schema marks secrets by writeOnly and by the format password, at any depth', () => {
  const schema = {
    type: 'object',
    properties: {
      plain: { type: 'string' },
      one: { type: 'string', writeOnly: true },
      nested: { type: 'object', properties: { two: { type: 'string', format: 'password' } } },
      list: { type: 'array', items: { type: 'object', properties: { three: { anyOf: [{ writeOnly: true }, {}] } } } },
    },
  }
  const secrets = new SecretNames(schema)
  assert.deepEqual(
    ['plain', 'one', 'nested', 'two', 'list', 'three', 'unheardOf', 'apiKey'].filter((name) => secrets.has(name)),
    ['one', 'two', 'three', 'apiKey'],
  )
})

test('secrets are replaced wherever they occur, and harmless values stay', () => {
  const value = { title: 'x', password: 'p', nested: [{ apiKey: 'k', ok: 1 }], token: null, requirePassword: true }
  assert.deepEqual(JSON.parse(snapshot(value) ?? ''), {
    title: 'x',
    password: secretMark,
    nested: [{ apiKey: secretMark, ok: 1 }],
    token: null,
    requirePassword: true,
  })
  assert.deepEqual(
    JSON.parse(snapshot({ one: 1, two: 2 }, new SecretNames({ properties: { two: { writeOnly: true } } })) ?? ''),
    { one: 1, two: secretMark },
  )
})

test('an address that a schema marks keeps its host, once and again, and a name keeps its strictest mark', () => {
  const address = { type: 'string', format: 'uri', writeOnly: true }
  const properties = {
    url: { anyOf: [address, { type: 'null' }] },
    site: { type: 'string', format: 'uri' },
    token: address,
  }
  const secrets = new SecretNames({ properties }, new Set(['site', 'hidden']))
  const value = { url: 'https://h.example/a/b/c/d/e/f/g/secret?x=1', site: 'https://s.example/a', hidden: 1 }
  const shown = { ...value, url: 'https://h.example/…?x=1', hidden: secretMark }
  assert.deepEqual(hideSecrets(secrets, value), shown)
  assert.deepEqual(hideSecrets(secrets, [shown]), [shown])
  assert.deepEqual(JSON.parse(snapshot({ in: value }, secrets) ?? ''), { in: shown })
  assert.deepEqual(hideSecrets(secrets, { url: 7, token: value.url }), { url: secretMark, token: secretMark })
  for (const url of ['not an address', 'mailto:a@b.example', 'javascript:1']) {
    assert.deepEqual(hideSecrets(secrets, { url }), { url: '…' })
  }
})

test('nothing at all is kept as nothing', () => {
  for (const value of [undefined, null, {}, { password: undefined }]) assert.equal(snapshot(value), null)
})

test('long and deep values are cut, with a mark', () => {
  const text = snapshot({ text: 'x'.repeat(5_000), list: Array.from({ length: 500 }, () => 1) }) ?? ''
  const { text: kept, list } = JSON.parse(text) as { text: string; list: unknown[] }
  assert.ok(kept.endsWith(cutMark) && kept.length < 600)
  assert.equal(list.at(-1), cutMark)
  let deep: unknown = 'bottom'
  for (let level = 0; level < 20; level += 1) deep = { deep }
  assert.ok(snapshot(deep)?.includes(cutMark))
})

test('stored values are bounded, valid JSON, and hold no secret', () => {
  const value = fc.object({ withDate: true, withBigInt: true, maxDepth: 8, maxKeys: 30 })
  fc.assert(
    fc.property(value, fc.string({ minLength: 12, maxLength: 2_000 }), (object, secret) => {
      const text = snapshot({
        password: secret,
        ...object,
        inner: { apiKey: secret, ...object },
        long: 'x'.repeat(9_000),
      })
      assert.ok(text !== null && text.length < 60_000)
      const kept = JSON.parse(text) as { inner?: { apiKey?: unknown } }
      const isShown = !Object.hasOwn(object, 'apiKey') && kept.inner?.apiKey !== undefined
      if (isShown) assert.equal(kept.inner?.apiKey, secretMark)
    }),
    { numRuns: runs },
  )
})
