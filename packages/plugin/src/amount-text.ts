import type { AmountUnit } from './plan-parts.ts'
import type { Language } from './wire-types.ts'

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Writes an amount of a quota or meter for people: bytes as on the pages, in steps of 1,000. */
export function amountText(amount: number, unit: AmountUnit | undefined, language: Language): string {
  if (unit !== 'bytes') return String(amount)
  const step = Math.min(byteUnits.length - 1, amount < 1 ? 0 : Math.floor(Math.log10(amount) / 3))
  const name = byteUnits[step] ?? 'byte'
  const unitDisplay = name === 'byte' ? 'long' : 'short'
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 })
  return format.format(amount / 1_000 ** step)
}
