import type { ReadQueries } from '@host/plugin'
import type { DeliveryContent } from '../../shared.ts'
import type { DeliveredItem } from '../fulfilment/fulfil.ts'
import type { Tables } from '../models.ts'
import { linesOf, type LineRow } from '../orders/order-rows.ts'
import type { Parts } from '../parts.ts'
import { hashOf } from './prepare-delivery.ts'

interface Visit {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  readonly token: string
}

/** The content of the page of a link; undefined for one that is unknown or has ended. */
export async function deliveryContent(parts: Parts, { db, orgId, token }: Visit): Promise<DeliveryContent | undefined> {
  const order = await orderOf(parts, { db, token })
  if (order === undefined) return undefined
  const lines = await linesOf(db, order.id)
  const files = await filesOf(db, lines)
  const items: DeliveredItem[] = []
  for (const each of parts.fulfils) items.push(...(await each.delivered(db, { orgId, orderId: order.id })))
  const { name } = await db.selectFrom('workspaces').select('name').executeTakeFirstOrThrow()
  const pathOf = (fileId: string): string => `/p/products/delivery/${token}/files/${fileId}`
  return {
    seller: name,
    email: order.email,
    orderedAt: order.created_at,
    until: order.expires_at,
    lines: lines.map((line) => ({
      id: line.id,
      name: line.name,
      quantity: line.quantity,
      isRevoked: line.revoked_at !== null,
      files: shownFiles(line, files).map(({ id, name: file, size }) => ({ name: file, size, path: pathOf(id) })),
      items: items.filter(({ lineId }) => lineId === line.id).map(({ title, text }) => ({ title, text })),
    })),
  }
}

/** A file that the order of a link paid for. */
export async function deliveredFile(parts: Parts, { db, token }: Omit<Visit, 'orgId'>, fileId: string) {
  const order = await orderOf(parts, { db, token })
  if (order === undefined) return undefined
  const lines = (await linesOf(db, order.id)).filter(({ revoked_at }) => revoked_at === null)
  return (await filesOf(db, lines)).find(({ id }) => id === fileId)
}

async function orderOf(parts: Pick<Parts, 'clock'>, { db, token }: Omit<Visit, 'orgId'>) {
  const found = db
    .selectFrom('products_deliveries')
    .innerJoin('products_orders', 'products_orders.id', 'products_deliveries.order_id')
    .select(['products_orders.id', 'products_orders.email', 'products_orders.created_at'])
    .select('products_deliveries.expires_at')
    .where('products_deliveries.token_hash', '=', hashOf(token))
    .where('products_deliveries.expires_at', '>', new Date(parts.clock()).toISOString())
  return await found.executeTakeFirst()
}

async function filesOf(db: ReadQueries<Tables>, lines: readonly LineRow[]) {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  if (ids.length === 0) return []
  const files = db.selectFrom('products_files').select(['id', 'product_id', 'file', 'name', 'size'])
  return await files.where('product_id', 'in', ids).where('kind', '=', 'file').orderBy('id').execute()
}

type FileRow = Awaited<ReturnType<typeof filesOf>>[number]

function shownFiles({ product_id, revoked_at }: LineRow, files: readonly FileRow[]): readonly FileRow[] {
  return revoked_at === null ? files.filter((file) => file.product_id === product_id) : []
}
