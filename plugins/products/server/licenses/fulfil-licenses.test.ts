import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { definePlugin, Events, requireService } from '@host/plugin'
import type { TestHost } from '@host/testing'
import {
  activateLicense,
  changeProduct,
  createOrder,
  deleteLicensePolicy,
  listLicenses,
  readLicensePolicy,
  refundOrder,
  writeLicensePolicy,
  type DeliveryContent,
} from '../../shared.ts'
import { postbox } from '../testing/postbox.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { LicenseLab } from '../testing/license-lab.ts'

const published: string[] = []
const witness = definePlugin({
  name: 'witness',
  info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
  models: [],
  mount: (_, ctx) =>
    requireService(ctx, Events).subscribe('all', ['license.activated', 'license.revoked'], async (_scope, { name }) => {
      published.push(name)
    }),
})

describe('licenses of orders', () => {
  const box = postbox()
  let host: TestHost
  let lab: LicenseLab
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) }, [box.plugin, witness])
    lab = await LicenseLab.open(host)
    await host.as('owner').call(changeProduct, { id: lab.product, status: 'active' })
    const terms = { entitlements: ['pro'], maxMachines: 2, validDays: 365 }
    await host.as('owner').call(writeLicensePolicy, { productId: lab.product, ...terms })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const order = (externalId: string, quantity = 1) =>
    host.as('owner').call(createOrder, {
      externalId,
      email: 'Ada@example.com',
      currency: 'EUR',
      lines: [{ productId: lab.product, unitAmount: 4_900, quantity }],
      paid: true,
    })
  const licensesOf = async (orderId: string) =>
    (await host.as('owner').call(listLicenses, {})).items.filter((license) => license.orderId === orderId)

  test('a paid order gives one license for each line, however often it is reported', async () => {
    const [first, second] = await Promise.all([order('one', 3), order('one', 3)])
    assert.equal(first.id, second.id)
    await order('one', 3)
    const [license, ...others] = await licensesOf(first.id)
    assert.ok(license !== undefined && others.length === 0)
    assert.deepEqual([license.email, license.maxMachines, license.entitlements], ['ada@example.com', 6, ['pro']])
    assert.equal(Date.parse(license.expiresAt ?? ''), Date.parse(license.createdAt) + 365 * 86_400_000)
  })

  test('the delivery page has keys that are valid, and none after a refund that takes them back', async () => {
    const { id } = await order('two')
    await host.settleJobs()
    const path = /http:\/\/host\.test(\S+)/.exec(box.emails.at(-1)?.text ?? '')?.[1] ?? ''
    const items = async () => {
      const html = await (await host.fetch(new Request(`http://host.test${path}`))).text()
      const json = /<script[^>]*id="public-page"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
      return (JSON.parse(json) as { readonly data: DeliveryContent }).data.lines[0]?.items ?? []
    }
    const keys = (await items()).map(({ text }) => text)
    assert.match(keys[0] ?? '', /^.{5}(-.{5}){3}$/)
    assert.match(keys[1] ?? '', /^HK1\./)
    for (const key of keys) assert.equal((await lab.ask('activate', key, { fingerprint: 'a' })).code, 'valid')
    await host.as('owner').call(refundOrder, { id, revoke: true })
    assert.deepEqual(await items(), [])
    assert.equal((await lab.ask('validate', keys[0] ?? '')).code, 'revoked')
    await host.settleJobs()
    assert.deepEqual(published.toSorted(), ['license.activated', 'license.revoked'])
  })

  test('a product without terms gives no license', async () => {
    await host.as('owner').call(deleteLicensePolicy, { productId: lab.product })
    assert.deepEqual(await host.as('owner').call(readLicensePolicy, { productId: lab.product }), { policy: null })
    assert.deepEqual(await licensesOf((await order('three')).id), [])
    assert.equal(activateLicense.audience, 'public')
  })
})
