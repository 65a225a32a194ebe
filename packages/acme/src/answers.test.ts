import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { AcmeClient, AcmeError, checkChain, createCertificateKey, createSelfSignedCertificate } from './index.ts'
import { acmeLimits } from './acme-limits.ts'
import { scriptedTransport, type ScriptedAnswer, type SeenRequest } from './testing/index.ts'

const base = 'https://ca.example'
const directory = {
  newNonce: `${base}/nonce`,
  newAccount: `${base}/account`,
  newOrder: `${base}/order`,
  renewalInfo: `${base}/renewal`,
  meta: { profiles: { shortlived: 'a week' }, caaIdentities: ['CA.example'] },
}
const order = { status: 'pending', identifiers: [], authorizations: [], finalize: `${base}/finalize` }
const now = Date.parse('2026-01-01T00:00:00Z')
const key = createCertificateKey()

describe('an authority in memory', () => {
  test('gets profile and predecessor of an order, and signs for its account', async (t) => {
    const { account, transport } = open(() => ({ body: order, headers: { location: `${base}/order/1` } }))
    const { url } = await account.createOrder(t.signal, {
      names: ['a.example', '192.0.2.1'],
      profile: 'shortlived',
      replaces: 'a.b',
    })
    assert.equal(url, `${base}/order/1`)
    const { header, payload } = transport.seen.at(-1) ?? {}
    assert.deepEqual(payload, {
      identifiers: [
        { type: 'dns', value: 'a.example' },
        { type: 'ip', value: '192.0.2.1' },
      ],
      profile: 'shortlived',
      replaces: 'a.b',
    })
    assert.deepEqual([header?.['kid'], header?.['url'], header?.['alg']], [account.url, directory.newOrder, 'ES256'])
  })

  test('advises on renewals', async (t) => {
    const window = { start: '2026-01-02T00:00:00Z', end: '2026-01-03T00:00:00Z' }
    const { client, transport } = open(() => ({
      body: { suggestedWindow: window },
      headers: { 'retry-after': '21600' },
    }))
    assert.deepEqual(await client.renewalWindow(t.signal, 'key.serial'), {
      start: Date.parse(window.start),
      end: Date.parse(window.end),
      explanationUrl: undefined,
      retryAfter: 21_600_000,
    })
    assert.equal(transport.seen.at(-1)?.url, `${base}/renewal/key.serial`)
  })

  test('asks to wait until a time, and names each refused name in one line', async (t) => {
    const type = 'urn:ietf:params:acme:error:'
    const { account } = open(() => ({
      status: 429,
      headers: { 'retry-after': new Date(now + 90_000).toUTCString(), 'content-type': 'application/problem+json' },
      body: {
        type: `${type}rateLimited`,
        detail: `too\r\nmany\u001b[31m${'x'.repeat(9_000)}`,
        subproblems: [{ type: `${type}caa`, detail: 'no', identifier: { type: 'dns', value: 'a.example' } }, 7],
      },
    }))
    const error = await account.createOrder(t.signal, { names: ['a.example'] }).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof AcmeError)
    assert.deepEqual([error.code, error.status, error.retryAfter], ['rateLimited', 429, 90_000])
    assert.match(error.message, /^too many \[31mx+$/)
    assert.ok(error.message.length <= acmeLimits.detail)
    assert.deepEqual(error.problems, [{ code: 'caa', detail: 'no', name: 'a.example' }])
  })

  test('that always refuses nonces is given up', async (t) => {
    const body = { type: 'urn:ietf:params:acme:error:badNonce', detail: 'old' }
    const answer = { status: 400, body, headers: { 'content-type': 'application/problem+json' } }
    const { account, transport } = open((request) => (request.method === 'POST' ? answer : {}))
    await assert.rejects(account.readOrder(t.signal, `${base}/order/1`), { code: 'badNonce' })
    assert.equal(transport.seen.filter(({ method }) => method === 'POST').length, acmeLimits.nonceAttempts)
  })

  test('breaks the protocol: each answer is refused with one error', async (t) => {
    const hostile: readonly [ScriptedAnswer, string][] = [
      [{ body: '<html>' }, 'bad_answer'],
      [{ body: '[]' }, 'bad_answer'],
      [{ body: { ...order, status: 'odd' } }, 'bad_answer'],
      [{ body: { ...order, finalize: 'http://ca.example/finalize' } }, 'bad_answer'],
      [{ body: { ...order, authorizations: ['https://u:p@ca.example/'] } }, 'bad_answer'],
      [{ body: { ...order, authorizations: Array.from({ length: 101 }, () => base) } }, 'bad_answer'],
      [{ body: ' '.repeat(acmeLimits.answer + 1) }, 'too_large'],
      [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'unavailable'],
      [{ status: 503, body: 'busy', headers: { 'content-type': 'application/problem+json' } }, 'unavailable'],
    ]
    for (const [answer, code] of hostile) {
      const { account } = open(() => answer)
      await assert.rejects(account.readOrder(t.signal, `${base}/order/1`), { name: 'AcmeError', code }, code)
    }
  })

  test('sends a token that is not base64url: it reaches no path', async (t) => {
    const challenge = { type: 'http-01', status: 'pending', url: `${base}/challenge`, token: '../../../etc/passwd' }
    const body = { status: 'pending', identifier: { type: 'dns', value: 'a.example' }, challenges: [challenge] }
    const { account } = open(() => ({ body }))
    await assert.rejects(account.readAuthorization(t.signal, `${base}/authorization`), { code: 'bad_answer' })
  })

  test('sends any JSON: an order is read or refused', async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.record({ ...mutated(order) }, { requiredKeys: [] })),
        async (body) => {
          const { account } = open(() => ({ body: JSON.stringify(body) }))
          const read = account.readOrder(t.signal, `${base}/order/1`)
          await read.catch((error: unknown) => assert.ok(error instanceof AcmeError))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('can be left while it hangs', async () => {
    const transport = {
      fetch: (signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    }
    const client = new AcmeClient({ directoryUrl: `${base}/dir`, transport, userAgent: 'test/1.0' })
    const stopping = new AbortController()
    const asked = client.directory(stopping.signal)
    stopping.abort(new Error('stopping'))
    await assert.rejects(asked, /stopping/)
  })
})

test('a chain is checked for key, names and time', () => {
  const day = 86_400_000
  const [notBefore, notAfter] = [new Date(now - day), new Date(now + day)]
  const made = createSelfSignedCertificate({
    names: ['a.example', '*.b.example'],
    notBefore,
    notAfter,
    privateKey: key,
  })
  const wanted = { privateKey: key, names: ['a.example', '*.b.example'], now }
  assert.equal(checkChain(`text\n${made.certificate}`, wanted).notAfter, notAfter.getTime())
  const refused = { name: 'AcmeError', code: 'bad_answer' }
  assert.throws(() => checkChain('text', wanted), refused)
  assert.throws(() => checkChain(made.certificate, { ...wanted, privateKey: createCertificateKey() }), refused)
  assert.throws(() => checkChain(made.certificate, { ...wanted, names: ['*.a.example'] }), refused)
  assert.throws(() => checkChain(made.certificate, { ...wanted, names: ['x.c.example'] }), refused)
  assert.throws(() => checkChain(made.certificate, { ...wanted, now: now + 2 * day }), refused)
  assert.throws(() => checkChain(made.certificate.replace(/M/, 'Z'), wanted), refused)
})

function open(answer: (request: SeenRequest) => ScriptedAnswer) {
  const transport = scriptedTransport((request) => {
    if (request.url === `${base}/dir`) return { body: directory }
    return request.url === directory.newNonce ? {} : answer(request)
  })
  const client = new AcmeClient({ directoryUrl: `${base}/dir`, transport, userAgent: 'test/1.0', clock: () => now })
  return { transport, client, account: client.account(key, `${base}/account/1`) }
}

/** Any value for each member, or the right one. */
function mutated(fields: Readonly<Record<string, unknown>>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fc.oneof(fc.jsonValue(), fc.constant(value))]),
  )
}
