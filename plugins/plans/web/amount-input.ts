import type { PlanPart } from '../shared.ts'

type Unit = PlanPart['unit']

const sizes = [
  ['TB', 1_000_000_000_000],
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['KB', 1_000],
  ['B', 1],
] as const

/** A size as it is typed. */
export const sizeExample = '5 GB'

/** Reads a typed amount: a whole number from 0, or a size such as `1.5 GB`; undefined for any other text. */
export function readAmount(text: string, unit: Unit): number | undefined {
  const typed = text.trim()
  const amount = unit === 'bytes' ? readSize(typed) : /^\d{1,16}$/.test(typed) ? Number(typed) : undefined
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** Writes an amount as `readAmount` reads it, exactly. */
export function writeAmount(amount: number, unit: Unit): string {
  if (unit !== 'bytes' || amount === 0) return String(amount)
  const texts = sizes.map(([name, factor]) => `${amount / factor} ${name}`)
  return texts.find((text) => readAmount(text, unit) === amount && !text.startsWith('0.')) ?? `${amount} B`
}

function readSize(typed: string): number | undefined {
  if (typed === '0') return 0
  const [, whole = '', rest = '', name = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?\s*([KMGT]?B)$/i.exec(typed) ?? []
  const factor = sizes.find(([each]) => each === name.toUpperCase())?.[1]
  return factor && Number(whole) * factor + (Number(rest.padEnd(3, '0')) * factor) / 1_000
}

/** The unit of a part of plans. */
export function unitOf(parts: readonly Pick<PlanPart, 'name' | 'unit'>[], name: string): Unit {
  return parts.find((part) => part.name === name)?.unit ?? 'count'
}
