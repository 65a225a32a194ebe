import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import {
  changeLicense,
  createLicenses,
  deleteLicenseKey,
  importLicenses,
  licenseLimits,
  listLicenseKeys,
  listLicenses,
  readLicense,
  removeActivation,
  resumeLicense,
  revokeLicense,
  rotateLicenseKeys,
  suspendCustomer,
  suspendLicense,
  validateLicense,
  writeLicensePolicy,
} from '../../shared.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'
import { isRevokedIn } from './format/revocation-list.ts'
import { LicenseLab } from '../testing/license-lab.ts'

let host: TestHost
let lab: LicenseLab
const ends: (() => Promise<void> | void)[] = []

describe('licenses', () => {
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) })
    lab = await LicenseLab.open(host)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  testKeysAndMachines()
  testChanges()
  testTermsAndLimits()
})

function testKeysAndMachines(): void {
  test('a license is valid by both of its keys, and its signed key verifies by the public keys', async () => {
    const expiresAt = new Date(host.clock.now() + 86_400_000).toISOString()
    const terms = { entitlements: ['team', 'export', 'team'], limits: { seats: 5 }, expiresAt }
    const { id, signedKey, shortKey } = await lab.license(terms)
    const payload = await lab.verified(signedKey)
    assert.deepEqual(
      [payload['id'], payload['entitlements'], payload['product']],
      [id, ['export', 'team'], lab.product],
    )
    for (const key of [signedKey, shortKey, shortKey.toLowerCase().replaceAll('-', '')]) {
      const facts = await lab.ask('validate', key)
      assert.deepEqual([facts.code, facts['license'], facts['limits']], ['valid', id, { seats: 5 }])
    }
    assert.equal((await lab.ask('validate', signedKey, { product: 'prod_other' })).code, 'wrong_product')
    await lab.later({ days: 1 })
    assert.equal((await lab.ask('validate', signedKey)).code, 'expired')
  })

  test('an unknown key, a malformed one, and a workspace without the feature get the same answer', async () => {
    const { signedKey } = await lab.license()
    const ask = async (key: string, workspace = host.workspaces.here) => {
      const body = { key, product: lab.product, nonce: 'nonce-of-a-test' }
      const response = await host.as('anonymous').post(`/api/x/products/licenses/${workspace}/validate`, body)
      return [response.status, await response.text()]
    }
    const expected = [200, JSON.stringify({ code: 'unknown', answer: null })]
    for (const key of [
      'ABCDE-ABCDE-ABCDE-ABCDE',
      'x',
      `${signedKey.slice(0, -20)}${'A'.repeat(20)}`,
      '💥',
      'y'.repeat(1_000),
    ]) {
      assert.deepEqual(await ask(key), expected, key)
    }
    assert.deepEqual(await ask(signedKey, host.workspaces.there), expected)
    assert.deepEqual(await ask(signedKey, 'org_01h455vb4pex5vsknk084sn02q'), expected)
    await host.switchFeature('products', false)
    assert.deepEqual(await ask(signedKey), expected)
    for (const path of ['license-keys', 'license-revocations']) {
      const response = await host.as('anonymous').get(`/api/x/products/${path}/${host.workspaces.here}`)
      assert.equal(response.status, 404)
    }
    await host.switchFeature('products', true)
    assert.notDeepEqual(await ask(signedKey), expected)
  })

  test('a machine is activated once, up to the limit, and another one after it is deactivated', async () => {
    const { id, shortKey: key } = await lab.license({ maxMachines: 2, fingerprint: 'activated' })
    const code = async (action: 'activate' | 'validate' | 'deactivate', fingerprint: string) =>
      (await lab.ask(action, key, { fingerprint })).code
    assert.equal(await code('validate', 'a'), 'fingerprint_mismatch')
    assert.deepEqual(
      [await code('activate', 'a'), await code('activate', 'a'), await code('activate', 'b')],
      Array(3).fill('valid'),
    )
    assert.deepEqual(
      [await code('activate', 'c'), await code('validate', 'c')],
      ['too_many_machines', 'fingerprint_mismatch'],
    )
    assert.deepEqual(
      (await lab.ask('list', key)).machines?.map(({ fingerprint }) => fingerprint),
      ['b', 'a'],
    )
    assert.deepEqual([await code('deactivate', 'a'), await code('deactivate', 'a')], ['valid', 'valid'])
    assert.deepEqual([await code('validate', 'a'), await code('activate', 'c')], ['fingerprint_mismatch', 'valid'])
    const license = await host.as('member').call(readLicense, { id })
    assert.equal(license.machines, 2)
    const activationId = license.activations[0]?.id ?? ''
    await host.as('admin').call(removeActivation, { id, activationId })
    await assert.rejects(host.as('admin').call(removeActivation, { id, activationId }), refused('not_found'))
    assert.equal((await host.as('member').call(readLicense, { id })).machines, 1)
  })
}

function testChanges(): void {
  test('a license is suspended, resumed and revoked, with an event and the signed list', async () => {
    const { id, shortKey: key } = await lab.license()
    const owner = host.as('owner')
    await owner.call(suspendLicense, { id })
    assert.equal((await lab.ask('validate', key)).code, 'suspended')
    assert.equal((await lab.ask('activate', key, { fingerprint: 'a' })).code, 'suspended')
    await owner.call(resumeLicense, { id })
    assert.equal((await lab.ask('validate', key)).code, 'valid')
    await owner.call(revokeLicense, { id })
    const again = await owner.call(revokeLicense, { id })
    assert.equal(again.status, 'revoked')
    assert.equal((await lab.ask('validate', key)).code, 'revoked')
    for (const change of [resumeLicense, suspendLicense]) {
      await assert.rejects(owner.call(change, { id }), refused('conflict'))
    }
    host.clock.advance({ minutes: 2 })
    const path = `/api/x/products/license-revocations/${host.workspaces.here}`
    const list = await (await host.as('anonymous').get(path)).text()
    assert.equal((await lab.verified(list))['workspace'], host.workspaces.here)
    assert.ok(isRevokedIn(list, id))
    assert.ok(!isRevokedIn(list, (await lab.license()).id))
  })

  test('all licenses of a customer are suspended at once, and resumed', async () => {
    const email = 'ada@example.com'
    const licenses = [
      await lab.license({ email }),
      await lab.license({ email: 'ADA@example.com' }),
      await lab.license(),
    ]
    await host.as('owner').call(revokeLicense, { id: (await lab.license({ email })).id })
    const codes = () => Promise.all(licenses.map(async ({ shortKey }) => (await lab.ask('validate', shortKey)).code))
    assert.deepEqual(await host.as('admin').call(suspendCustomer, { email }), { changed: 2 })
    assert.deepEqual(await codes(), ['suspended', 'suspended', 'valid'])
    assert.deepEqual(await host.as('admin').call(suspendCustomer, { email, isSuspended: false }), { changed: 2 })
    assert.deepEqual(await codes(), ['valid', 'valid', 'valid'])
  })

  test('a changed license has another signed key, and the server knows the earlier ones', async () => {
    const { id, signedKey } = await lab.license({ maxMachines: 1 })
    const owner = host.as('owner')
    for (let count = 1; count <= 25; count += 1) await owner.call(changeLicense, { id, limits: { count } })
    await owner.call(changeLicense, { id, maxMachines: 3, expiresAt: new Date(host.clock.now() + 1_000).toISOString() })
    const license = await lab.license()
    assert.equal((await lab.ask('validate', signedKey)).code, 'unknown')
    assert.equal((await lab.ask('validate', license.signedKey)).code, 'valid')
    assert.equal((await owner.call(readLicense, { id })).maxMachines, 3)
  })

  test('keys of another system are imported once, all or none', async () => {
    const owner = host.as('owner')
    const csv = 'key,email,maxMachines\nLEGACY-0001,bob@example.com,2\nLEGACY-0002,,\nLEGACY-0001,bob@example.com,2\n'
    assert.deepEqual(await owner.call(importLicenses, { productId: lab.product, csv }), { added: 2, known: 0 })
    assert.deepEqual(await owner.call(importLicenses, { productId: lab.product, csv }), { added: 0, known: 2 })
    assert.equal((await lab.ask('validate', 'LEGACY-0002')).code, 'valid')
    const wrongFiles = [
      'key\nLEGACY-0003\nshort',
      'email\na@b.example',
      'key,maxMachines\nLEGACY-0003,many',
      'key,maxMachines\nLEGACY-0003,0x10',
      'key,name\nLEGACY-0003,a\u202Eb',
      'key\nLEGACY\u200B0003',
      `key\n${'LEGACY-0003\n'.repeat(licenseLimits.importRows + 1)}`,
    ]
    for (const wrong of wrongFiles) {
      await assert.rejects(
        owner.call(importLicenses, { productId: lab.product, csv: wrong }),
        refused('invalid_input', 'csv'),
      )
    }
    assert.equal((await lab.ask('validate', 'LEGACY-0003')).code, 'unknown')
  })

  test('keys rotate with an overlap, and a key is withdrawn only after another one signs', async () => {
    const owner = host.as('owner')
    const old = await lab.license()
    const [first] = (await owner.call(listLicenseKeys)).items
    assert.ok(first?.isSigning === true)
    const rotated = await owner.call(rotateLicenseKeys, {})
    assert.deepEqual(
      rotated.items.map(({ isSigning }) => isSigning),
      [false, true],
    )
    await assert.rejects(owner.call(rotateLicenseKeys, {}), refused('conflict'))
    await assert.rejects(owner.call(deleteLicenseKey, { id: first.id }), refused('conflict'))
    assert.equal((await lab.verified((await lab.license()).signedKey))['key'], first.kid)
    await lab.later({ hours: 25 })
    const next = await lab.license()
    assert.equal((await lab.verified(next.signedKey))['key'], rotated.items[0]?.kid)
    await lab.verified(old.signedKey)
    await owner.call(deleteLicenseKey, { id: first.id })
    await assert.rejects(lab.verified(old.signedKey))
    assert.equal((await lab.ask('validate', old.signedKey)).code, 'valid')
  })
}

function testTermsAndLimits(): void {
  test('licenses have the terms of their product, and terms that no key has room for are refused', async () => {
    const owner = host.as('owner')
    const other = await LicenseLab.open(host)
    await owner.call(writeLicensePolicy, { productId: other.product, maxMachines: 4, entitlements: ['pro'] })
    const license = await other.license({ limits: { seats: 2 } })
    assert.deepEqual([license.maxMachines, license.entitlements, license.limits], [4, ['pro'], { seats: 2 }])
    const entitlements = Array.from({ length: 20 }, (_, at) => `${'e'.repeat(30)}${at}`)
    await assert.rejects(
      owner.call(createLicenses, { productId: other.product, entitlements }),
      refused('invalid_input', 'entitlements'),
    )
    await assert.rejects(owner.call(createLicenses, { productId: 'prod_none' }), refused('not_found'))
  })

  test('members read licenses, admins change them, and other workspaces see none', async () => {
    const { id } = await lab.license({ email: 'grace@example.com' })
    const found = await host.as('member').call(listLicenses, { q: 'grace@example' })
    assert.deepEqual(
      found.items.map((item) => item.id),
      [id],
    )
    await assert.rejects(host.as('member').call(suspendLicense, { id }), refused('forbidden'))
    await assert.rejects(host.as('otherOwner').call(readLicense, { id }), refused('not_found'))
    await assert.rejects(host.as('otherOwner').call(revokeLicense, { id }), refused('not_found'))
  })

  test('a license takes 10 activations an hour, and 60 validations a minute from one network, whatever fingerprints it sends', async () => {
    const { shortKey: key } = await lab.license()
    const anonymous = host.as('anonymous')
    const send = async (action: string, fingerprint: string) => {
      const path = `/api/x/products/licenses/${host.workspaces.here}/${action}`
      const body = { key, product: lab.product, nonce: 'nonce-of-a-test', fingerprint }
      return (await anonymous.post(path, body)).status
    }
    const activated = []
    for (let count = 0; count < 11; count += 1) activated.push(await send('activate', `m${count}`))
    assert.deepEqual(activated, [...Array(10).fill(200), 429])
    assert.equal(await send('activate', 'm0'), 200)
    const validated = []
    for (let count = 0; count < 61; count += 1) validated.push(await send('validate', `m${count}`))
    assert.deepEqual(validated, [...Array(60).fill(200), 429])
    host.clock.advance({ minutes: 2 })
    assert.equal(await send('validate', 'm0'), 200)
    assert.equal(validateLicense.audience, 'public')
  })
}
