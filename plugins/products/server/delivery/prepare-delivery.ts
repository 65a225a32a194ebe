import { createHash, randomBytes } from 'node:crypto'
import { Mail, nameInEmail, type Queries } from '@host/plugin'
import { orderLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { Parts } from '../parts.ts'

const day = 86_400_000

/** A link to a delivery page that is not stored yet. */
export interface PreparedDelivery {
  readonly hash: string
  readonly expiresAt: string
  /** Undefined where the instance has no public address, or sends no email for the workspace. */
  readonly url: string | undefined
}

/** Makes the link of a delivery, outside of a transaction. */
export async function prepareDelivery(parts: Parts, orgId: string): Promise<PreparedDelivery> {
  const token = randomBytes(24).toString('base64url')
  const mail = parts.ctx.lookup(Mail)
  const canSend = mail !== undefined && ((await mail.canSend?.(orgId)) ?? true)
  const url = canSend ? await parts.pageHosts.urlOf(orgId, `/p/products/delivery/${token}`) : undefined
  const expiresAt = new Date(parts.clock() + orderLimits.deliveryDays * day).toISOString()
  return { hash: hashOf(token), expiresAt, url }
}

/** A token as it is stored. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface Delivering {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly delivery: PreparedDelivery
}

/** Stores the link of an order in place of an earlier one, and queues the email with it, in one transaction. */
export async function deliver(parts: Parts, { tx, orgId, delivery }: Delivering, order: OrderRow): Promise<void> {
  const { hash, expiresAt, url } = delivery
  const emailed_at = url === undefined ? null : new Date(parts.clock()).toISOString()
  const values = { token_hash: hash, expires_at: expiresAt, emailed_at }
  await tx
    .insertInto('products_deliveries')
    .values({ order_id: order.id, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'order_id']).doUpdateSet(values))
    .execute()
  if (url === undefined) return
  const workspaces = tx.selectFrom('workspaces').select('name')
  const { name } = await workspaces.executeTakeFirstOrThrow()
  await parts.ctx.sendMail({ orgId, to: [order.email], ...emailOf(url, nameInEmail(name)), deadline: expiresAt })
}

/** In both languages: the reader's is unknown. */
function emailOf(url: string, seller: string) {
  return {
    subject: `Your order from ${seller} / ${seller} 的订单`,
    text: [
      `Thank you for your order from ${seller}. Open this page for everything that belongs to it:`,
      url,
      `The link is valid for ${orderLimits.deliveryDays} days. Keep it to yourself.`,
      '',
      `感谢您在 ${seller} 下单。请打开以下页面查看订单内容：`,
      url,
      `链接 ${orderLimits.deliveryDays} 天内有效，请勿转发。`,
    ].join('\n'),
  }
}
