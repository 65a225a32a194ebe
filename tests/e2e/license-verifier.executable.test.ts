/** The verifier of licenses for browsers, in a browser, on the licenses that the other verifiers are tested with. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { launchBrowser } from './lab/browser.ts'

const folder = join(import.meta.dirname, '../../plugins/products/verifiers')
const fixture = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'fixtures', name), 'utf8'))

interface Licenses {
  readonly now: number
  readonly product: string
  readonly licenses: readonly { readonly code: string; readonly text: string }[]
}

type Verify = (text: string, jwks: unknown, options: object) => Promise<{ code: string }>

test('the browser tells 20 tampered licenses from 30 others', async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    // Cryptography takes a page of a secure origin; every request of this one is answered here.
    await page.route('https://seller.example/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', path: join(folder, 'browser.js') })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Seller</title>' }),
    )
    await page.goto('https://seller.example/')
    const { now, product, licenses } = fixture('licenses.json') as Licenses
    const found = await page.evaluate(
      async ({ texts, jwks, options }) => {
        const path = '/verify-license.js'
        const { verifyLicense } = (await import(path)) as { verifyLicense: Verify }
        const codes: string[] = []
        for (const text of texts) codes.push((await verifyLicense(text, jwks, options)).code)
        return codes
      },
      { texts: licenses.map(({ text }) => text), jwks: fixture('jwks.json'), options: { product, now: now * 1000 } },
    )
    assert.deepEqual(
      found,
      licenses.map(({ code }) => code),
    )
    assert.equal(found.filter((code) => code === 'unknown').length, 20)
  } finally {
    await browser.close()
  }
})
