import { currencyIn, fractionDigits } from './csv-values.ts'
import type { Field, FieldMap } from './field.ts'
import { fold } from './import-columns.ts'

/**
 * The values of a line as the input of a new record. A cell that is not understood stays a text, which the input refuses
 * with a sentence of its own. Empty cells are left out.
 */
export function valuesOf(fields: FieldMap, cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const given = Object.entries(cells).filter(([, cell]) => cell !== '')
  const plain = given.map(([name, cell]) => [name, plainValue(fields[name], cell)] as const)
  const values: Record<string, unknown> = Object.fromEntries(plain)
  for (const [name, cell] of given) {
    const field = fields[name]
    if (field?.kind === 'money') values[name] = amountOf(cell, fractionDigits(currencyOf(field, fields, values)))
  }
  return values
}

/** The currency of an amount whose line names none is the default of its field. */
function currencyOf(
  { currency }: Field,
  fields: FieldMap,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const usual = typeof currency === 'object' ? fields[currency.from]?.default : undefined
  const code = currencyIn(currency, values) ?? usual
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code : undefined
}

function plainValue(field: Field | undefined, cell: string): unknown {
  if (field?.kind === 'number') return numberOf(cell)
  if (field?.kind === 'toggle') return answers.get(fold(cell)) ?? cell
  if (field?.kind === 'choice') return choiceOf(field, cell)
  return cell
}

const answers: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', '是'].map((text) => [text, true] as const),
  ...['false', 'no', 'n', '0', '否'].map((text) => [text, false] as const),
])

function choiceOf({ choices = {} }: Field, cell: string): string {
  const wanted = fold(cell)
  const found = Object.entries(choices).find(([value, { en, zh }]) =>
    [value, en, zh].some((text) => fold(text) === wanted),
  )
  return found?.[0] ?? cell
}

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/

function numberOf(cell: string): number | string {
  return decimal.test(cell) ? Number(cell) : cell
}

/** More digits than the currency has are refused rather than rounded. */
function amountOf(cell: string, digits: number): number | string {
  if (!decimal.test(cell)) return cell
  const [whole = '', fraction = ''] = cell.split('.')
  if (Number(fraction.slice(digits)) > 0) return cell
  return Number(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`)
}
