import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, type MountedPage } from '@host/plugin-sdk/testing'
import { order, orders, productAnswers } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const quote = {
  subtotal: 4_900,
  discount: 490,
  tax: 838,
  total: 5_248,
  lines: [{ unitAmount: 4_900, discount: 490, tax: 838, total: 5_248 }],
}
const unknownCode = problem(400, 'invalid_input', {
  errors: [{ path: 'discountCode', message: 'Enter a code of this workspace.' }],
})

const dialog = () => page.find('[role=dialog]')
const sent = (path: string) =>
  page.requests.filter((each) => each.method === 'POST' && each.path === path).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
const press = (text: string) =>
  page.act(() => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)?.click())

/** Opens the dialog, and chooses the product and its price. */
async function open(quoted: object) {
  page = await mountPage({
    plugin,
    path: '/products/orders?create=1',
    answers: { ...productAnswers, [`POST ${orders}/quote`]: quoted, [`POST ${orders}`]: order },
  })
  await page.fill('[name=email]', 'ada@example.com')
  await choose('[role=dialog] [aria-label="Open list"], [role=dialog] [role=combobox] ~ button', 'Editor')
  await choose('[role=dialog] button[role=combobox]', '€49.00 every month')
}

async function choose(control: string, option: string) {
  await page.act(() => page.find(control).click())
  const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((each) => each.textContent === option)
  await page.act(() => found?.click())
}

/** Waits for an answer that the page asks for by itself once typing has paused. */
async function until(isThere: () => boolean): Promise<void> {
  const look = async () => {
    await page.act(() => undefined)
    expect(isThere(), dialog().textContent).toBe(true)
  }
  await vi.waitFor(look, { timeout: 15_000, interval: 5 })
}

const untilShown = (text: RegExp) => until(() => text.test(dialog().textContent))

test(
  'the amounts of an order are those that the server computes, with its discount code and its taxes',
  { timeout: 20_000 },
  async () => {
    await open(quote)
    await untilShown(/Subtotal€49\.00Discount€4\.90Tax€8\.38Total€52\.48/)
    await page.fill('[name=discountCode]', ' SPRING ')
    await press('Add tax')
    await submit()
    expect(dialog().textContent).toContain('Enter a name and an amount for every tax.')
    await page.fill('[name=taxName]', 'VAT 19%')
    await page.fill('[role=dialog] [inputmode=decimal]', '8.38')
    await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] [type=checkbox]')][0]?.click())
    const sale = {
      currency: 'EUR',
      lines: [{ productId: 'prod_1', priceId: 'price_1', quantity: 1 }],
      discountCode: 'SPRING',
      taxes: [{ name: 'VAT 19%', amount: 838 }],
      taxIncluded: true,
    }
    const asked = () => sent(`${orders}/quote`).at(-1) as { readonly taxIncluded?: boolean } | undefined
    await until(() => asked()?.taxIncluded === true)
    expect(asked()).toEqual({ ...sale, email: 'ada@example.com' })
    expect(dialog().textContent).toContain('Total, tax included')
    expect(await accessibilityProblems(page)).toEqual([])
    await submit()
    expect(sent(orders)).toEqual([{ ...sale, email: 'ada@example.com', name: '', paid: true }])
  },
)

test('a code that the server refuses is shown at its field, before the order is recorded', async () => {
  await open(unknownCode)
  await page.fill('[name=discountCode]', 'NONE')
  await untilShown(/Enter a code of this workspace\./)
  expect(page.find('[name=discountCode]').getAttribute('aria-invalid')).toBe('true')
  expect(dialog().textContent).toMatch(/Subtotal–/)
})
