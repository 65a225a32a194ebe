import {
  csvLine,
  csvMark,
  limits,
  listOf,
  stream,
  type EndpointInput,
  type ListPage,
  type ReadQueries,
  type ScopedDatabase,
  type WorkspaceScope,
} from '@host/plugin'
import { decimalAmount, productColumns, type listProducts, type Product } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownProduct } from './product-rows.ts'

type Input = EndpointInput<typeof listProducts>

/** A page of products. */
export async function productsPage(db: ScopedDatabase<Tables>, input: Input): Promise<ListPage<Product>> {
  const page = await listOf({ db, input }, db.selectFrom('products_products').selectAll(), {
    usual: '-id',
    sort: { createdAt: 'created_at', name: 'name' },
    filter: { status: 'status', externalId: 'external_id' },
    search: { by: 'products_products.id' },
  })
  const images = await firstImages(
    db,
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => shownProduct(row, images.get(row.id) ?? null)) }
}

/** The first image of each product that has some. */
async function firstImages(db: ReadQueries<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const images = db.selectFrom('products_files').select(['id', 'product_id']).where('kind', '=', 'image')
  const last = await images.where('product_id', 'in', ids).orderBy('place', 'desc').orderBy('id', 'desc').execute()
  return new Map(last.map(({ id, product_id }) => [product_id, id]))
}

/** The products that a list finds as a file, read page by page while it is sent. */
export function exportOf(
  parts: Parts,
  { db, orgId, now, input }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'now'> & { readonly input: Input },
): Response {
  const day = now().toISOString().slice(0, 10)
  return stream(parts.exports.open(orgId, linesOf(db, input)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="products-${day}.csv"`,
    },
  })
}

async function* linesOf(db: ScopedDatabase<Tables>, input: Input): AsyncGenerator<string> {
  yield csvMark + csvLine(productColumns)
  const reads = db.backgroundReads()
  const reader = { selectFrom: reads.selectFrom.bind(reads), backgroundReads: () => reads }
  let cursor = input.cursor
  do {
    const wanted = { ...input, total: undefined, limit: limits.pageSize, ...(cursor !== undefined && { cursor }) }
    // `bind` keeps one overload of `selectFrom`.
    const page = await productsPage(reader as unknown as ScopedDatabase<Tables>, wanted)
    yield await linesOfPage(reads, page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function linesOfPage(db: ReadQueries<Tables>, products: readonly Product[]): Promise<string> {
  if (products.length === 0) return ''
  const rows = await db
    .selectFrom('products_prices')
    .leftJoin('products_variants', 'products_variants.id', 'products_prices.variant_id')
    .select(['products_prices.product_id', 'currency', 'amount', 'interval', 'interval_count', 'trial_days'])
    .select('products_variants.name')
    .where(
      'products_prices.product_id',
      'in',
      products.map(({ id }) => id),
    )
    .where('retired_at', 'is', null)
    .orderBy('products_prices.id')
    .execute()
  const prices = Map.groupBy(rows, ({ product_id }) => product_id)
  const lines = products.flatMap(({ id, externalId, name, description, status }) => {
    const own = [externalId, name, description, status]
    const cells = (prices.get(id) ?? []).map((price) => [
      ...own,
      price.name,
      price.currency,
      decimalAmount(BigInt(price.amount), price.currency),
      price.interval,
      price.interval_count,
      price.trial_days,
    ])
    return cells.length === 0 ? [own] : cells
  })
  return lines.map((cells) => csvLine(cells)).join('')
}
