/** Verifiers that customers copy, on 50 licenses of which 20 were tampered with; the browser's runs in tests/e2e too. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPublicKey, type webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { isSignedBy, readLicenseKey } from './license-key.ts'

const folder = join(import.meta.dirname, '../../../verifiers')
const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, 'fixtures', name), 'utf8')) as T
const jwks = read<{ keys: (webcrypto.JsonWebKey & { kid: string })[] }>('jwks.json')
const { now, product, licenses } = read<Fixture>('licenses.json')

interface Fixture {
  readonly now: number
  readonly product: string
  readonly licenses: readonly { readonly case: string; readonly code: string; readonly text: string }[]
}

type Verify = (text: string, keys: unknown, options: object) => Promise<{ code: string }> | { code: string }

const run = promisify(execFile)

const verifiers: Readonly<Record<string, (text: string) => Promise<string>>> = {
  'the parser of the server': async (text) => {
    const license = readLicenseKey(text)
    const jwk = jwks.keys.find(({ kid }) => kid === license?.payload.key)
    if (license === undefined || jwk === undefined) return 'unknown'
    if (!isSignedBy(license, createPublicKey({ key: jwk, format: 'jwk' }))) return 'unknown'
    if (license.payload.product !== product) return 'wrong_product'
    return license.payload.expires !== null && license.payload.expires <= now ? 'expired' : 'valid'
  },
  Node: async (text) => {
    const { verifyLicense } = (await import(join(folder, 'node.js'))) as { verifyLicense: Verify }
    return (await verifyLicense(text, jwks, { product, now: now * 1000 })).code
  },
  WebCrypto: async (text) => {
    const { verifyLicense } = (await import(join(folder, 'browser.js'))) as { verifyLicense: Verify }
    return (await verifyLicense(text, jwks, { product, now: now * 1000 })).code
  },
  OpenSSL: async (text) => {
    const args = [join(folder, 'openssl.sh'), text, join(folder, 'fixtures/jwks.json'), product, String(now)]
    const { stdout } = await run('sh', args).catch((error: { stdout: string }) => error)
    return stdout.trim()
  },
}

describe('verifiers of licenses', () => {
  for (const [name, verify] of Object.entries(verifiers)) {
    test(`${name} tells 20 tampered licenses from 30 others`, async () => {
      const found = await Promise.all(
        licenses.map(async (license) => ({ ...license, code: await verify(license.text) })),
      )
      assert.deepEqual(found, licenses)
      assert.equal(found.filter(({ code }) => code === 'unknown').length, 20)
    })
  }

  test('each has at most 30 lines', () => {
    for (const name of ['node.js', 'browser.js', 'openssl.sh']) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').length - 1
      assert.ok(lines <= 30, `${name}: ${lines}`)
    }
  })
})
