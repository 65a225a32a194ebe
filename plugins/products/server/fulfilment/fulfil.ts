/** The parts of fulfilment: each delivers something of a paid order. */
import type { Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** A line of an order that was paid. */
export interface PaidLine {
  readonly lineId: string
  readonly productId: string
  readonly variantId: string | null
  readonly priceId: string | null
  readonly quantity: number
}

/** An order that was paid. */
export interface PaidOrder {
  readonly orgId: string
  readonly orderId: string
  readonly email: string
  readonly name: string
  readonly lines: readonly PaidLine[]
}

/** Something that the delivery page shows to the customer. */
export interface DeliveredItem {
  readonly lineId: string
  readonly title: string
  /** Such as a license key. */
  readonly text: string
}

/** Delivers one kind of goods. */
export interface Fulfil {
  /** Creates what a paid order is owed, once per line, in the transaction that pays it. */
  fulfil(tx: Queries<Tables>, order: PaidOrder): Promise<void>
  /** Takes it back for lines that were refunded, in the transaction of the refund. */
  revoke(
    tx: Queries<Tables>,
    order: Pick<PaidOrder, 'orgId' | 'orderId'> & { readonly lineIds: readonly string[] },
  ): Promise<void>
  /** What the delivery page shows. */
  delivered(db: ReadQueries<Tables>, order: Pick<PaidOrder, 'orgId' | 'orderId'>): Promise<readonly DeliveredItem[]>
}
