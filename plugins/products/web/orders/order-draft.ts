/** A line of an order as it is chosen. */
export interface LineDraft {
  readonly key: string
  readonly productId: string | null
  readonly priceId: string
  readonly currency: string
  readonly quantity: string
}

/** A line before anything is chosen. */
export function emptyLine(): LineDraft {
  return { key: crypto.randomUUID(), productId: null, priceId: '', currency: '', quantity: '1' }
}

/** The lines as the API takes them; undefined while a product or a price is missing. */
export function chosenLines(lines: readonly LineDraft[]) {
  const chosen = lines.flatMap(({ productId, priceId, quantity }) =>
    productId === null || priceId === '' ? [] : [{ productId, priceId, quantity: Number(quantity) }],
  )
  return chosen.length === lines.length ? chosen : undefined
}
