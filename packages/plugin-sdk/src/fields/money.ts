import type { Language } from '@host/plugin/wire'
import { currencyDigits } from './currency-digits.ts'

/** An amount of money. */
export interface Money {
  /** In the smallest unit of the currency, such as cents; NaN for typed text that is not a valid amount. */
  readonly amount: number
  /** ISO 4217 code, such as `EUR`. */
  readonly currency: string
}

/** Formats an amount without its currency: `1,234.50`. */
export function writeAmount({ amount, currency }: Money, locale: string): string {
  if (!Number.isSafeInteger(amount)) return ''
  return decimalFormat(locale, currencyDigits(currency)).format(scaled(amount, currencyDigits(currency)))
}

/** Formats an amount with its currency: `$1,234.50`. An unknown currency code is written after the amount. */
export function writeMoney({ amount, currency }: Money, locale: string): string {
  const digits = currencyDigits(currency)
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...exactly(digits) })
    return format.format(scaled(amount, digits))
  } catch {
    return `${decimalFormat(locale, digits).format(scaled(amount, digits))} ${currency}`
  }
}

/** Formats two amounts of a currency with the separator of the locale: `€1.00 – €2.50`, in Chinese `€1.00 - €2.50`. */
export function writeMoneyRange([from, to]: readonly [number, number], currency: string, locale: string): string {
  const digits = currencyDigits(currency)
  if (from === to) return writeMoney({ amount: from, currency }, locale)
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...exactly(digits) })
    return format.formatRange(scaled(from, digits), scaled(to, digits))
  } catch {
    return `${decimalFormat(locale, digits).formatRange(scaled(from, digits), scaled(to, digits))} ${currency}`
  }
}

/**
 * Parses a typed amount: separators of the locale, full-width digits, the currency's code or symbol around it.
 * @returns the amount in the smallest unit; NaN for anything else, and for more decimals than the currency has
 */
export function readAmount(typed: string, currency: string, locale: string): number {
  const digits = currencyDigits(currency)
  const parts = amountPattern(locale).exec(bareAmount(typed, currency, locale))
  if (parts === null) return Number.NaN
  const { sign = '', whole = '', decimals = '' } = parts.groups ?? {}
  if (decimals.length > digits || whole + decimals === '') return Number.NaN
  const amount = Number(whole.replaceAll(/\D/g, '') + decimals.padEnd(digits, '0'))
  if (!Number.isSafeInteger(amount)) return Number.NaN
  return sign === '' || amount === 0 ? amount : -amount
}

/** Error message for an amount; undefined for a valid one. */
export function moneyProblem(money: Money, locale: string): Readonly<Record<Language, string>> | undefined {
  if (Number.isSafeInteger(money.amount)) return undefined
  const example = writeAmount({ ...money, amount: 1_234 * 10 ** currencyDigits(money.currency) }, locale)
  return { en: `Enter an amount, like ${example}.`, zh: `请填写金额，例如 ${example}。` }
}

/** Text that is exact for every safe integer, where a division may round. */
function scaled(amount: number, digits: number): `${number}` {
  const [sign, all] = amount < 0 ? ['-', String(-amount)] : ['', String(amount)]
  const padded = all.padStart(digits + 1, '0')
  const at = padded.length - digits
  return `${sign}${padded.slice(0, at)}.${padded.slice(at)}0` as `${number}`
}

function exactly(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

function decimalFormat(locale: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, exactly(digits))
}

/** The amount without its currency, in plain digits. */
function bareAmount(typed: string, currency: string, locale: string): string {
  const symbols = [currency, symbolOf(currency, locale), symbolOf(currency, 'en')].map(plain)
  const longestFirst = symbols.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((text, symbol) => text.replace(symbol, ''), plain(typed))
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll('\u2212', '-').replaceAll(/\s/g, '').toUpperCase()
}

function symbolOf(currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  } catch {
    return currency
  }
}

/** Thousands are separated throughout or not at all, so that a decimal comma is never taken for one. */
function amountPattern(locale: string): RegExp {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
  const valueOf = (type: string): string => plain(parts.find((part) => part.type === type)?.value ?? '')
  const group = escaped(valueOf('group'))
  const decimal = escaped(valueOf('decimal') || '.')
  // Spaces between thousands are gone already.
  const whole = group === '' ? String.raw`\d*` : String.raw`\d*|\d{1,3}(?:${group}\d{2,3})*${group}\d{3}`
  // bounded: a group of digits begins with its separator, so there is one way to read a text.
  return new RegExp(String.raw`^(?<sign>-?)(?<whole>${whole})(?:${decimal}(?<decimals>\d*))?$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
