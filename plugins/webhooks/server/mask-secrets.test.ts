import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedAnswer } from './stored-answer.ts'
import { maskSecrets } from './mask-secrets.ts'
import { newSecret } from './webhook-secret.ts'

test('probable secrets are masked wherever an answer repeats them', () => {
  for (const [text, secret] of [
    ['key whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw is wrong', 'MfKQ9r8'],
    ['"webhook-signature":"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="', 'K5oZfz'],
    ['Authorization: Bearer abc.def-123456', 'abc.def'],
    ['{"authorization": "Basic dXNlcjpwYXNz"}', 'dXNlcjpw'],
    ['{"access_token":"gr8-\\"quoted\\"-one","note":"kept"}', 'gr8'],
    ['{"api_key":"a","password":"hunter2","x-api-key":"z9z9"}', 'hunter2'],
    [`{"password":"it's-hidden"}`, 'hidden'],
    ['token=s3cr3t-thing&next=1', 's3cr3t'],
    ['Set-Cookie: sid=12345', '12345'],
    ['host_0123456789abcdefABCDEF0123456789', '0123456789abcdefABCDEF'],
    ['sk_live_51H8abcdefghijk', '51H8abc'],
    ['eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', 'c2lnbm'],
    ['id eyJa.v1.eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', 'c2lnbm'],
  ] as const) {
    assert.ok(!maskSecrets(text).includes(secret), `${text} -> ${maskSecrets(text)}`)
  }
  const plain = '{"message":"Missing field tokenId","tokens":3,"type":"note.created","keyboard":"us"}'
  assert.equal(maskSecrets(plain), plain)
  assert.equal(maskSecrets('{"password":"x","note":"kept"}'), '{"password":"••••••","note":"kept"}')
})

test('an answer is stored up to 8 kB, without its secrets and without characters that no database stores', () => {
  const secret = newSecret()
  const echo = `${'x'.repeat(8 * 1024 - 20)}${secret}${'y'.repeat(100)}`
  const headers = new Headers({
    'content-type': 'text/plain',
    'set-cookie': 'a=b',
    'x-auth-token': 't',
    'x-note': secret,
    'x-bare': secret.slice(6),
  })
  const kept = storedAnswer({ headers, body: Buffer.from(echo) }, [secret])
  assert.ok(kept.isCut && kept.body.length <= 8 * 1024 && !kept.body.includes(secret.slice(6, 12)))
  assert.deepEqual(Object.keys(kept.headers), ['content-type', 'x-bare', 'x-note'])
  assert.ok(!JSON.stringify(kept).includes(secret.slice(6)))
  const binary = storedAnswer({ headers: new Headers(), body: Buffer.from([0, 0xff, 0x61]) }, [])
  assert.equal(binary.body, '\uFFFD\uFFFDa')
})
