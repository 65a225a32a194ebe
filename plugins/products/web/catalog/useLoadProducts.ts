import { useClient } from '@host/plugin-sdk'
import { listProducts, type ProductStatus } from '../../shared.ts'

interface ProductOption {
  readonly value: string
  readonly label: string
}

/** Finds products by a typed text, for a combobox. */
export function useLoadProducts(
  status?: ProductStatus,
): (text: string, signal: AbortSignal) => Promise<readonly ProductOption[]> {
  const client = useClient()
  return async (text, signal) => {
    const { items } = await client.call(listProducts, { q: text, limit: 20, ...(status && { status }) }, { signal })
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }
}
