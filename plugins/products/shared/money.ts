/** Amounts of money: whole minor units of a currency of ISO 4217. */
import * as z from 'zod/mini'
import { productLimits } from './limits.ts'

/** Currencies by the digits of their minor unit (ISO 4217). A browser's own table has other digits for some. */
const byDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY',
    'COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS',
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR',
    'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP',
    'STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ].join(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const digitsOf: ReadonlyMap<string, number> = new Map(
  Object.entries(byDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
)

/** Codes of all currencies, in their order. */
export const currencies: readonly string[] = [...digitsOf.keys()].toSorted()

/** The digits of the minor unit of a currency; undefined for an unknown code. */
export function currencyDigits(code: string): number | undefined {
  return digitsOf.get(code)
}

/** An amount as JSON has it: a text where a number would not be exact. */
export type Amount = number | string

/** An amount for an answer. */
export function shownAmount(amount: bigint): Amount {
  const isExact = amount <= BigInt(Number.MAX_SAFE_INTEGER) && amount >= BigInt(Number.MIN_SAFE_INTEGER)
  return isExact ? Number(amount) : String(amount)
}

/** An amount as people write it, such as `1234.50`. */
export function decimalAmount(amount: bigint, currency: string): string {
  const digits = currencyDigits(currency) ?? 2
  const sign = amount < 0n ? '-' : ''
  const text = String(amount < 0n ? -amount : amount).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Reads an amount as people write it; undefined for one that is not exact in the currency. */
export function readDecimal(text: string, currency: string): bigint | undefined {
  const digits = currencyDigits(currency)
  const [, whole = '', rest = ''] = /^(\d{1,18})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? []
  if (digits === undefined || whole === '' || rest.length > digits) return undefined
  const amount = BigInt(whole + rest.padEnd(digits, '0'))
  return String(amount).length > productLimits.amountDigits ? undefined : amount
}

/** A code of ISO 4217. */
export const Currency = z.string().check(
  z.maxLength(3),
  z.refine((code) => digitsOf.has(code), 'Choose a currency code such as USD.'),
  z.describe('A code of ISO 4217, such as `USD`.'),
)

/** An amount of an input, in minor units: not below zero. */
export const amountInput = (text: string) =>
  z
    .union([
      z.int().check(z.gte(0)),
      z
        .string()
        .check(z.maxLength(productLimits.amountDigits), z.regex(/^(?:0|[1-9]\d{0,17})$/, 'Enter whole minor units.')),
    ])
    .check(z.describe(`${text} In minor units, such as cents; a text of digits above 2^53.`))

/** An amount of an answer, in minor units. */
export const amountOutput = (text: string) =>
  z
    .union([z.int(), z.string()])
    .check(z.describe(`${text} In minor units; a text of digits where a number would not be exact.`))
