import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Field } from '../components/Field.tsx'
import { mountComponent, type } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { readAmount, writeAmount, writeMoney, type Money } from './money.ts'
import { MoneyField } from './MoneyField.tsx'

let page: MountedPage | undefined
beforeEach(() => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']))
afterEach(() => page?.unmount())

const change = vi.fn<(value: Money | null) => void>()

function Price({
  currencies,
  start = null,
}: {
  readonly currencies?: readonly string[]
  readonly start?: Money | null
}) {
  const [value, setValue] = useState(start)
  function set(next: Money | null) {
    setValue(next)
    change(next)
  }
  return (
    <Field label="Price">
      <MoneyField currency="USD" currencies={currencies} value={value} onChange={set} />
    </Field>
  )
}

const field = () => page!.find<HTMLInputElement>('input')

async function write(text: string): Promise<void> {
  await page?.act(() => field().focus())
  await page?.act(() => type(field(), text))
}

test('an amount is passed on in the smallest unit, and written as the reader writes it when the field is left', async () => {
  page = await mountComponent(Price)
  expect(field().labels?.[0]?.textContent).toBe('Price')
  await write('1234.5')
  expect(change).toHaveBeenLastCalledWith({ amount: 123_450, currency: 'USD' })
  expect(field().value).toBe('1234.5')
  await page.act(() => field().blur())
  expect(field().value).toBe('1,234.50')
  await write('')
  expect(change).toHaveBeenLastCalledWith(null)
})

test('text that is not an amount stays, with an error once the field is left', async () => {
  page = await mountComponent(Price)
  await write('12,50')
  expect(document.querySelector('[role=alert]')).toBeNull()
  await page.act(() => field().blur())
  expect(change).toHaveBeenLastCalledWith({ amount: Number.NaN, currency: 'USD' })
  expect(field().value).toBe('12,50')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(page.find('[role=alert]').textContent).toBe('Enter an amount, like 1,234.00.')
  await write('12.50')
  await page.act(() => field().blur())
  expect([field().value, document.querySelector('[role=alert]')]).toEqual(['12.50', null])
})

test('another currency reads the same amount with its own decimals', async () => {
  page = await mountComponent(() => (
    <Price currencies={['USD', 'KWD', 'JPY']} start={{ amount: 1_250, currency: 'USD' }} />
  ))
  const choose = async (code: string) => {
    await page?.click('[role=combobox][aria-label=Currency]')
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    await page?.act(() => options.find(({ textContent }) => textContent.startsWith(code))?.click())
  }
  await choose('KWD')
  expect(change).toHaveBeenLastCalledWith({ amount: 12_500, currency: 'KWD' })
  expect(field().value).toBe('12.500')
  await write('12.5')
  await page.act(() => field().blur())
  await choose('JPY')
  expect(change).toHaveBeenLastCalledWith({ amount: Number.NaN, currency: 'JPY' })
  expect(page.find('[role=alert]').textContent).toBe('Enter an amount, like 1,234.')
})

test.each([
  { typed: '1,234.50', currency: 'USD', locale: 'en-US', amount: 123_450 },
  { typed: '1.234,5', currency: 'EUR', locale: 'de-DE', amount: 123_450 },
  { typed: '1 234,50', currency: 'EUR', locale: 'fr-FR', amount: 123_450 },
  { typed: '12,34,567', currency: 'INR', locale: 'en-IN', amount: 123_456_700 },
  { typed: '１２．５', currency: 'CNY', locale: 'zh-CN', amount: 1_250 },
  { typed: '￥12.5', currency: 'CNY', locale: 'zh-CN', amount: 1_250 },
  { typed: '$-3', currency: 'USD', locale: 'en-US', amount: -300 },
  { typed: 'USD 3', currency: 'USD', locale: 'en-US', amount: 300 },
  { typed: '−0', currency: 'USD', locale: 'en-US', amount: 0 },
  { typed: '.5', currency: 'USD', locale: 'en-US', amount: 50 },
  { typed: '1,50', currency: 'USD', locale: 'en-US', amount: Number.NaN },
  { typed: '1,2345', currency: 'USD', locale: 'en-US', amount: Number.NaN },
  { typed: '1.234', currency: 'USD', locale: 'en-US', amount: Number.NaN },
  { typed: '1.5', currency: 'JPY', locale: 'en-US', amount: Number.NaN },
  { typed: '1.234', currency: 'KWD', locale: 'en-US', amount: 1_234 },
  { typed: '1e5', currency: 'USD', locale: 'en-US', amount: Number.NaN },
  { typed: '-', currency: 'USD', locale: 'en-US', amount: Number.NaN },
  { typed: '99999999999999999', currency: 'USD', locale: 'en-US', amount: Number.NaN },
])('$typed in $currency for $locale is $amount', ({ typed, currency, locale, amount }) => {
  expect(readAmount(typed, currency, locale)).toBe(amount)
})

test('amounts are written exactly, and read back as they were', () => {
  for (const [currency, amount] of [
    ['USD', Number.MAX_SAFE_INTEGER],
    ['KWD', -1_234_567],
    ['JPY', 5],
    ['USD', -5],
  ] as const) {
    expect(readAmount(writeAmount({ amount, currency }, 'en-US'), currency, 'en-US')).toBe(amount)
  }
  expect(writeMoney({ amount: -5, currency: 'USD' }, 'en-US')).toBe('-$0.05')
  expect(writeMoney({ amount: 1_234, currency: 'JPY' }, 'en-US')).toBe('¥1,234')
  expect(writeMoney({ amount: 5, currency: 'no code' }, 'en-US')).toBe('0.05 no code')
})
