/** Reads a file of products: one line for each price, as the export has it. */
import { setImmediate } from 'node:timers/promises'
import type { Language } from '@host/plugin'
import { csvRows } from '@host/plugin/platform'
import {
  createPrice,
  createProduct,
  createVariant,
  productColumns,
  productLimits,
  readDecimal,
  type ProductColumn,
} from '../../shared.ts'
import { wrongField } from '../refuse.ts'
import { requireShape, type NewPrice } from './write-price.ts'
import type { NewProduct } from './write-product.ts'

/** A product of a file. */
export interface ReadProduct {
  readonly product: NewProduct
  /** By the name of their variant; empty for every one. */
  readonly prices: readonly { readonly variant: string; readonly price: Omit<NewPrice, 'id'> }[]
}

/** What a file says. */
export interface ReadProducts {
  readonly rows: number
  readonly products: readonly ReadProduct[]
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

type Complaint = Readonly<Record<Language, string>>
type Cells = Readonly<Record<ProductColumn, string>>

const step = 200

/** @throws Problem `invalid_input` for a file that can't be read at all */
export async function readProducts(csv: string, language: Language): Promise<ReadProducts> {
  const products = new Map<string, { product: NewProduct; prices: ReadProduct['prices'][number][] }>()
  const problems: { line: number; message: string }[] = []
  let columns: readonly string[] | undefined
  let [lines, rows] = [0, 0]
  for (const row of csvRows(csv, { row: 20_000, cells: 30, cell: 6_000 })) {
    lines += 1
    if (lines % step === 0) await setImmediate()
    if (row === undefined) continue
    if ('reason' in row) throw wrongField('csv', unreadable(row.line))
    if (columns === undefined) {
      columns = row.cells.map((cell) => cell.trim())
      if (!columns.includes('name')) throw wrongField('csv', noName)
      continue
    }
    rows += 1
    if (rows > productLimits.importRows) throw wrongField('csv', tooMany)
    const read = readRow(cellsOf(columns, row.cells))
    if ('en' in read) problems.push({ line: row.line, message: read[language] })
    else {
      const key = read.product.externalId ?? `\0${read.product.name}`
      const known = products.get(key)
      if (known !== undefined && known.prices.length >= productLimits.variants) {
        problems.push({ line: row.line, message: tooManyPrices[language] })
      } else if (known === undefined) products.set(key, { product: read.product, prices: [...read.prices] })
      else known.prices.push(...read.prices)
    }
  }
  if (rows === 0) throw wrongField('csv', empty)
  return { rows, products: [...products.values()], problems: problems.slice(0, productLimits.importProblems) }
}

function cellsOf(columns: readonly string[], cells: readonly string[]): Cells {
  const entries = productColumns.map((name) => [name, (cells[columns.indexOf(name)] ?? '').trim()] as const)
  return Object.fromEntries(entries) as Cells
}

function readRow(cells: Cells): ReadProduct | Complaint {
  const { name, description, status, externalId, currency, amount } = cells
  const product = createProduct.input.safeParse({
    name,
    description,
    ...(status !== '' && { status }),
    ...(externalId !== '' && { externalId }),
  })
  if (!product.success) return wrongCell(product.error.issues[0]?.path[0])
  if (currency === '' && amount === '') return { product: product.data, prices: [] }
  const units = readDecimal(amount, currency)
  if (units === undefined) return wrongAmount
  const price = createPrice.input.safeParse(priceOf(cells, String(units)))
  if (!price.success) return wrongCell(price.error.issues[0]?.path[0])
  try {
    requireShape(price.data)
  } catch {
    return wrongInterval
  }
  const variant = cells.variant === '' ? { data: { name: '' } } : createVariant.input.safeParse({ name: cells.variant })
  if (variant.data === undefined) return wrongCell('variant')
  return { product: product.data, prices: [{ variant: variant.data.name, price: price.data }] }
}

function priceOf({ currency, interval, intervalCount, trialDays }: Cells, amount: string) {
  return {
    currency,
    amount,
    ...(interval !== '' && { interval }),
    ...(intervalCount !== '' && { intervalCount: wholeNumber(intervalCount) }),
    ...(trialDays !== '' && { trialDays: wholeNumber(trialDays) }),
  }
}

/** NaN for a text that is not only digits, which no schema takes. */
function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function wrongCell(column: PropertyKey | undefined): Complaint {
  const name = String(column ?? 'name')
  return { en: `Correct the column "${name}".`, zh: `请更正“${name}”列。` }
}

function unreadable(line: number): Complaint {
  return {
    en: `Line ${line}: a quotation mark is not closed, or the line is too long.`,
    zh: `第 ${line} 行：引号未闭合，或该行过长。`,
  }
}

const noName = {
  en: 'Name the column with the names of the products "name" in the first line.',
  zh: '请在第一行将产品名称所在的列命名为“name”。',
}
const empty = { en: 'The file has no products.', zh: '文件中没有产品。' }
const tooMany = {
  en: `A file can have at most ${productLimits.importRows} lines. Split it.`,
  zh: `一个文件最多包含 ${productLimits.importRows} 行，请拆分文件。`,
}
const tooManyPrices = {
  en: `A product of a file can have at most ${productLimits.variants} prices.`,
  zh: `文件中的一个产品最多有 ${productLimits.variants} 个价格。`,
}
const wrongAmount = {
  en: 'Give a currency code and an amount that is exact in it, such as USD and 19.90.',
  zh: '请填写货币代码和该货币下精确的金额，例如 USD 和 19.90。',
}
const wrongInterval = {
  en: 'Give an interval with the interval count or trial days.',
  zh: '填写周期数或试用天数时，请同时填写周期。',
}
