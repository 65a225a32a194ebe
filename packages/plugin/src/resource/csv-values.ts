import type { CsvValue } from '../csv.ts'
import type { Language } from '../wire-types.ts'
import type { Field, FieldMap } from './field.ts'
import type { AnyRecord } from './resource-rows.ts'
import type { AnyResource } from './resource.ts'

/** Labels of the columns that no field has. */
export const ownLabels = {
  id: { en: 'ID', zh: '编号' },
  createdAt: { en: 'Created', zh: '创建时间' },
  updatedAt: { en: 'Updated', zh: '更新时间' },
} as const

/** The fields of a file. Sealed values are in none. */
export function exportedFields({ fields }: AnyResource): FieldMap {
  return Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => kind !== 'sealed'))
}

/** The first line of a file. */
export function headOf(fields: FieldMap, language: Language): readonly string[] {
  const labels = Object.values(fields).map(({ label }) => label)
  return [ownLabels.id, ...labels, ownLabels.createdAt, ownLabels.updatedAt].map((label) => label[language])
}

/** A record as a line of a file, for people: names in place of ids, amounts in units of their currency. */
export function cellsOf(fields: FieldMap, record: AnyRecord, language: Language): readonly CsvValue[] {
  const cells = Object.entries(fields).map(([name, field]) => cellOf(field, record[name], { record, language }))
  return [record.id, ...cells, record['createdAt'] as string, record['updatedAt'] as string]
}

function cellOf(
  { kind, choices, currency }: Field,
  value: unknown,
  { record, language }: { readonly record: AnyRecord; readonly language: Language },
): CsvValue {
  if (value === null || value === undefined) return null
  if (kind === 'choice' && typeof value === 'string') return choices?.[value]?.[language] ?? value
  if (kind === 'money') return Number(value) / 10 ** fractionDigits(currencyIn(currency, record))
  if (typeof value !== 'object') return value as CsvValue
  const { id, name } = value as { readonly id: string; readonly name: string | null }
  // A record without a name is hidden from the reader.
  return kind === 'reference' ? name : (name ?? id)
}

/** The currency of an amount, where it has one. */
export function currencyIn(currency: Field['currency'], values: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof currency === 'string') return currency
  const code = values[currency?.from ?? '']
  return typeof code === 'string' ? code : undefined
}

/** Digits by currency: making a number format costs more than reading a whole row. */
const knownDigits = new Map<string, number>()
const mostCurrencies = 500

/** Digits of an amount behind the point: 2 for EUR, 0 for JPY. */
export function fractionDigits(currency: string | undefined): number {
  if (currency === undefined) return 2
  const known = knownDigits.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  if (knownDigits.size >= mostCurrencies) knownDigits.clear()
  knownDigits.set(currency, digits)
  return digits
}
