import { afterEach, expect, test } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  shellAnswers,
  variants,
  type MountedPage,
} from '@host/plugin-sdk/testing'
import { license, licenses, order, orders, policies, price, product, productAnswers } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const empty = { items: [], nextCursor: null }
const open = (path: `/${string}`, more: object = {}, variant: object = {}) =>
  mountPage({ plugin, path, answers: { ...productAnswers, ...more }, ...variant })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
const press = (text: string) =>
  page.act(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
      .findLast(({ textContent }) => textContent === text)
      ?.click(),
  )
const choose = async (row: string, action: string) => {
  await page.click(`[aria-label="Actions for ${row}"]`)
  await press(action)
}

test('the list of products shows their status', async () => {
  page = await open('/products')
  expect(page.text()).toMatch(/Editor.*Active/)
  expect(page.find('main td img').getAttribute('src')).toBe('/api/products/prod_1/files/img_1?workspace=wsp_1')
})

test('the list of orders shows customer, total and state', async () => {
  page = await open('/products/orders')
  expect(page.text()).toMatch(/ada@example\.comAda.*€58\.31.*Paid/)
})

test('a price and the source of an order are written as people of the language do', async () => {
  page = await open('/products/prod_1', {}, { language: 'zh' })
  expect(page.text()).toMatch(/每月 €49\.00/)
  await page.unmount()
  page = await open('/products/orders/order_1')
  expect(page.text()).toContain('SourceBy hand')
})

test('empty lists say what to do first', async () => {
  page = await open('/products', { 'GET /api/products': empty })
  expect(page.text()).toContain('Create a product, add a price')
  await page.unmount()
  page = await open('/products/orders', { [`GET ${orders}`]: empty })
  expect(page.text()).toContain('Record a sale by hand')
})

test('a member reads products and orders, and has no buttons to change them', async () => {
  const asMember = { 'GET /api/auth/me': { ...(shellAnswers(plugin)['GET /api/auth/me'] as object), role: 'member' } }
  for (const path of ['/products', '/products/prod_1', '/products/orders', '/products/orders/order_1'] as const) {
    page = await open(path, asMember)
    expect(page.text()).toMatch(/Editor|ada@example\.com/)
    for (const text of ['Create product', 'Edit product', 'Add price', 'Record order', 'Refund']) {
      expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(text)
    }
    await page.unmount()
  }
})

test('a product is created, a refused name stands at its field, and its page opens', async () => {
  let isTaken = true
  const taken = problem(409, 'conflict', { errors: [{ path: 'externalId', message: 'Another product has it.' }] })
  page = await open('/products?create=1', { 'POST /api/products': () => (isTaken ? taken : product) })
  await page.fill('[name=name]', 'Editor')
  await page.fill('[name=externalId]', 'E-1')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Another product has it.')
  isTaken = false
  await submit()
  expect(sent('POST', '/api/products')[1]).toMatchObject({ name: 'Editor', externalId: 'E-1' })
  expect(location.pathname).toBe('/admin/products/prod_1')
})

test('a product shows its prices, variants and files', async () => {
  page = await open('/products/prod_1')
  expect(page.text()).toMatch(/€49\.00 every monthAll variants · 14 trial days/)
  expect(page.text()).toMatch(/€39\.00All variants.*Not sold/)
  expect(page.text()).toMatch(/VariantsSuch as sizes or editions\.Add variantLarge/)
  expect(page.find('a[download]').getAttribute('href')).toBe('/api/products/prod_1/files/file_1?workspace=wsp_1')
})

test('another price replaces one, in minor units of its currency', async () => {
  page = await open('/products/prod_1', { 'POST /api/products/prod_1/prices': price })
  await choose('€49.00 every month', 'Replace')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Enter an amount.')
  await page.fill('[role=dialog] [inputmode=decimal]', '59.50')
  await submit()
  expect(sent('POST', '/api/products/prod_1/prices')).toEqual([
    { currency: 'EUR', amount: 5_950, interval: 'month', supersedes: 'price_1' },
  ])
})

test('a price gets volume prices, and none of them is left half', async () => {
  page = await open('/products/prod_1', { 'POST /api/products/prod_1/prices': price })
  await press('Add price')
  await page.fill('[role=dialog] [inputmode=decimal]', '10')
  await press('Add volume price')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Enter a quantity and an amount for every volume price.')
  await page.fill('[name=tierFrom]', '10')
  const amounts = document.querySelectorAll<HTMLInputElement>('[role=dialog] [inputmode=decimal]')
  amounts[1]?.setAttribute('data-test', 'tier')
  await page.fill('[data-test=tier]', '8.50')
  await submit()
  expect(sent('POST', '/api/products/prod_1/prices')).toEqual([
    { currency: 'EUR', amount: 1_000, tiers: [{ from: 10, amount: 850 }] },
  ])
})

test('images are shown, described, moved, and deleted after a question', async () => {
  const at = '/api/products/prod_1/images/img_2'
  page = await open('/products/prod_1', {
    [`PATCH ${at}`]: product.files[1],
    'DELETE /api/products/prod_1/files/img_2': undefined,
  })
  const images = [...document.querySelectorAll<HTMLImageElement>('main ol img')]
  expect(images.map((image) => [image.getAttribute('src'), image.alt])).toEqual([
    ['/api/products/prod_1/files/img_1?workspace=wsp_1', 'Front'],
    ['/api/products/prod_1/files/img_2?workspace=wsp_1', ''],
  ])
  await page.click('[aria-label="Actions for front.png"]')
  expect(page.find('[role=menuitem]').getAttribute('aria-disabled')).toBe('true')
  await page.press('Escape')
  await choose('back.png', 'Move up')
  await choose('back.png', 'Describe image')
  await page.fill('[name=alt]', 'Back')
  await submit()
  expect(sent('PATCH', at)).toEqual([{ place: 0 }, { alt: 'Back' }])
  await choose('back.png', 'Delete')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('DELETE', '/api/products/prod_1/files/img_2')).toHaveLength(1)
})

test('a price is retired after a question, and a variant archived', async () => {
  page = await open('/products/prod_1', {
    'POST /api/products/prod_1/prices/price_1/retire': price,
    'PATCH /api/products/prod_1/variants/var_1': product.variants[0],
  })
  await choose('Large', 'Archive')
  expect(sent('PATCH', '/api/products/prod_1/variants/var_1')).toEqual([{ isArchived: true }])
  await choose('€49.00 every month', 'Stop selling')
  expect(page.find('[role=dialog]').textContent).toContain('Stop selling at €49.00 every month?')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('POST', '/api/products/prod_1/prices/price_1/retire')).toHaveLength(1)
})

test('an order without a product on every line is not sent', async () => {
  page = await open('/products/orders?create=1')
  await page.fill('[name=email]', 'ada@example.com')
  await submit()
  expect(page.find('[role=dialog] [role=alert]').textContent).toContain('Choose a product and a price on every line.')
  expect(sent('POST', orders)).toEqual([])
})

test('an order shows its lines, taxes, amounts and refunds', async () => {
  page = await open('/products/orders/order_1')
  expect(page.text()).toMatch(/Editor1€49\.00€58\.31/)
  expect(page.text()).toMatch(/Subtotal€49\.00VAT 19 %€9\.31Total€58\.31Refunded€10\.00/)
  expect(page.text()).toMatch(/RefundsJan 31, 2026.*Too late€10\.00/)
})

test('a part of an order is refunded, and its refusal stands at the amount', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'amount', message: 'At most €48.31 is left.' }] })
  page = await open('/products/orders/order_1', { [`POST ${orders}/order_1/refund`]: refusal })
  await press('Refund')
  await page.fill('[role=dialog] [inputmode=decimal]', '50')
  await page.click('[role=dialog] [type=checkbox]')
  await submit()
  expect(sent('POST', `${orders}/order_1/refund`)).toEqual([{ revoke: true, reason: '', amount: 5_000 }])
  expect(page.find('[role=dialog]').textContent).toContain('At most €48.31 is left.')
})

test('a draft is paid after a question that names the address', async () => {
  const draft = { ...order, state: 'draft', paidAt: null }
  page = await open('/products/orders/order_1', {
    [`GET ${orders}/order_1`]: draft,
    [`POST ${orders}/order_1/pay`]: order,
  })
  await press('Mark as paid')
  expect(page.find('[role=dialog]').textContent).toContain('sends a link to ada@example.com')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('POST', `${orders}/order_1/pay`)).toHaveLength(1)
})

test('a license shows its keys to an admin, and is suspended, and a machine deactivated', async () => {
  const at = `${licenses}/lic_1`
  page = await open('/products/licenses?open=lic_1', {
    [`POST ${at}/reveal`]: { signedKey: 'HK1.abc.def', shortKey: 'ABCDE-FGHJK' },
    [`POST ${at}/suspend`]: { ...license, status: 'suspended' },
    [`DELETE ${at}/activations/act_1`]: undefined,
  })
  expect(document.body.textContent).toMatch(/ada@example\.com.*Active/)
  await press('Show keys')
  expect(document.body.textContent).toMatch(/Signed keyHK1\.abc\.defShort keyABCDE-FGHJK/)
  await press('Suspend')
  expect(sent('POST', `${at}/suspend`)).toHaveLength(1)
  await choose('Laptop', 'Deactivate')
  expect(sent('DELETE', `${at}/activations/act_1`)).toHaveLength(1)
})

test('licenses are created with a last day and terms of their own, and those left empty are the product’s', async () => {
  page = await open('/products/licenses?create=1', { [`POST ${licenses}`]: { items: [license] } })
  await page.act(() =>
    page.find('[role=dialog] [aria-label="Open list"], [role=dialog] [role=combobox] ~ button').click(),
  )
  await page.act(() => page.find('[role=option]').click())
  await page.fill('[name=entitlements]', 'export, Team')
  await submit()
  expect(sent('POST', licenses)).toEqual([])
  await page.fill('[name=entitlements]', 'export, team')
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith('Last day'))
  await page.fill(`[id="${label?.htmlFor}"]`, '3/31/2027')
  await page.act(() => document.querySelector<HTMLElement>(':focus')?.blur())
  await submit()
  const expiresAt = new Date(2027, 3, 1).toISOString()
  expect(sent('POST', licenses)).toEqual([{ productId: 'prod_1', expiresAt, entitlements: ['export', 'team'] }])
})

test('products are imported from a file after it was checked', async () => {
  const dry = { dryRun: true, rows: 1, added: 1, known: 0, problems: [] }
  page = await open('/products', { 'POST /api/products/import': () => dry })
  await press('Import CSV')
  const files = [new File(['Name,Amount,Currency\nEditor,19.90,EUR\n'], 'products.csv', { type: 'text/csv' })]
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
  await page.act(() => page.find('[role=dialog] [role=group] > div').dispatchEvent(event))
  await press('Check file')
  expect(sent('POST', '/api/products/import')).toEqual([
    { csv: 'name,amount,currency\r\nEditor,19.90,EUR\r\n', dryRun: true },
  ])
})

test('a license is revoked after a question', async () => {
  page = await open('/products/licenses?open=lic_1', { [`POST ${licenses}/lic_1/revoke`]: license })
  await press('Revoke')
  expect(page.find('[role=dialog]').textContent).toContain('It is listed as revoked for good')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('POST', `${licenses}/lic_1/revoke`)).toHaveLength(1)
})

test('terms of licenses are shown on the page of a product, changed, and removed after a question', async () => {
  const at = `${policies}/prod_1`
  const wrong = problem(400, 'invalid_input', {
    errors: [{ path: 'entitlements.1', message: 'Use lower-case letters.' }],
  })
  page = await open('/products/prod_1', { [`PUT ${at}`]: wrong, [`DELETE ${at}`]: undefined })
  expect(page.text()).toMatch(/Activated machines.*3.*365 days after the sale.*export, team, and seats: 5/)
  await press('Set terms')
  await page.fill('[name=validDays]', '')
  await page.fill('[name=entitlements]', 'export, Team')
  await submit()
  const terms = { fingerprint: 'activated', entitlements: ['export', 'Team'], maxMachines: 3, validDays: null }
  expect(sent('PUT', at)).toEqual([terms])
  expect(page.find('[role=dialog]').textContent).toContain('Use lower-case letters.')
  await page.press('Escape')
  await press('Remove terms')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('DELETE', at)).toHaveLength(1)
})

test('without licenses the page says where they come from', async () => {
  page = await open('/products/licenses', { [`GET ${licenses}`]: empty })
  expect(page.text()).toContain('Paid orders create licenses')
})

for (const path of [
  '/products/prod_1',
  '/products/orders?create=1',
  '/products/orders/order_1',
  '/products/licenses?open=lic_1',
] as const) {
  test.for(variants)(`${path} is accessible, %j`, async (variant) => {
    page = await open(path, {}, variant)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
