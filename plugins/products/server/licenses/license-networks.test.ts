import assert from 'node:assert/strict'
import { test } from 'node:test'
import { licenseLimits } from '../../shared.ts'
import { LicenseLab } from '../testing/license-lab.ts'
import { openProductsLab } from '../testing/products-lab.ts'

test('each network may validate a license 60 times a minute, as far as trusted proxies vouch for it', async (context) => {
  const host = await openProductsLab(context, [], { HOST_TRUST_PROXY: '127.0.0.1' })
  const lab = await LicenseLab.open(host)
  const { shortKey: key } = await lab.license()
  const url = new URL(`/api/x/products/licenses/${host.workspaces.here}/validate`, await host.listen())
  const body = JSON.stringify({ key, product: lab.product, nonce: 'nonce-of-a-test' })
  const statusFrom = async (forwarded: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.body?.cancel()
    return answer.status
  }
  const found: number[] = []
  for (let count = 0; count <= licenseLimits.validationsAMinute; count += 1) {
    found.push(await statusFrom(`198.51.100.${count}`))
  }
  assert.deepEqual(found, [...Array(licenseLimits.validationsAMinute).fill(200), 429])
  assert.equal(await statusFrom('203.0.113.7, 198.51.100.200'), 429, 'a caller chooses no network')
  assert.equal(await statusFrom('198.51.101.1'), 200)
  assert.equal(await statusFrom('2001:db8:1:1::1'), 200)
})
