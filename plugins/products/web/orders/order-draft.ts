import type { Money } from '@host/plugin-sdk'

/** A line of an order as it is chosen. */
export interface LineDraft {
  readonly key: string
  readonly productId: string | null
  readonly priceId: string
  readonly currency: string
  readonly quantity: string
}

/** A tax line as it is typed. */
export interface TaxDraft {
  readonly key: string
  readonly name: string
  readonly money: Money | null
}

/** What changes the amount to pay, besides the lines. */
export interface TermsDraft {
  readonly discountCode: string
  readonly taxes: readonly TaxDraft[]
  readonly taxIncluded: boolean
}

export const noTerms: TermsDraft = { discountCode: '', taxes: [], taxIncluded: false }

/** A line before anything is chosen. */
export function emptyLine(): LineDraft {
  return { key: crypto.randomUUID(), productId: null, priceId: '', currency: '', quantity: '1' }
}

/** A tax line before anything is typed. */
export function emptyTax(): TaxDraft {
  return { key: crypto.randomUUID(), name: '', money: null }
}

/** The lines as the API takes them; undefined while a product or a price is missing. */
export function chosenLines(lines: readonly LineDraft[]) {
  const chosen = lines.flatMap(({ productId, priceId, quantity }) =>
    productId === null || priceId === '' ? [] : [{ productId, priceId, quantity: Number(quantity) }],
  )
  return chosen.length === lines.length ? chosen : undefined
}

/** The terms as the API takes them; undefined while a tax line is not complete. */
export function chosenTerms({ discountCode, taxes, taxIncluded }: TermsDraft) {
  const chosen = taxes.flatMap(({ name, money }) =>
    name.trim() === '' || money === null || !Number.isSafeInteger(money.amount) ? [] : [{ name, amount: money.amount }],
  )
  if (chosen.length < taxes.length) return undefined
  return {
    ...(discountCode.trim() !== '' && { discountCode: discountCode.trim() }),
    ...(chosen.length > 0 && { taxes: chosen, taxIncluded }),
  }
}
