/** Uses of discounts, counted exactly: the row of a discount is locked by each transaction that uses it. */
import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import { discountLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { DiscountRule } from '../orders/amounts.ts'
import type { ResolvedLine } from '../orders/resolve-lines.ts'
import { wrongField } from '../refuse.ts'
import { lockDiscount, type DiscountRow } from './discount-rows.ts'

const minute = 60_000

/** A customer who uses a discount. */
export interface DiscountUse {
  readonly email: string
  readonly currency: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Holds a use for some minutes. @throws Problem `invalid_input`, `conflict` */
export async function reserveUse(tx: Queries<Tables>, code: string, use: DiscountUse) {
  const discount = await takeUse(tx, code, use)
  const expires_at = new Date(use.now + discountLimits.reservationMinutes * minute).toISOString()
  const values = { discount_id: discount.id, email: use.email, expires_at }
  const added = tx.insertInto('products_reservations').values(values).returning('id')
  return { id: (await added.executeTakeFirstOrThrow()).id, until: expires_at, discount }
}

/** Takes a use of a code. @throws Problem `invalid_input`, `conflict` when all are used */
export async function takeUse(tx: Queries<Tables>, code: string, use: DiscountUse): Promise<DiscountRow> {
  const row = await lockDiscount(tx, (await findCode(tx, code)).id)
  await requireUsable(tx, row, use)
  const used = row.used - (await endReservations(tx, row.id, use.now))
  if (row.use_limit !== null && used >= row.use_limit) throw new Problem('conflict', usedUp)
  await tx
    .updateTable('products_discounts')
    .set({ used: used + 1 })
    .where('id', '=', row.id)
    .execute()
  return { ...row, used: used + 1 }
}

/** A code that could be used now; no use is taken. @throws Problem `invalid_input`, `conflict` when all are used */
export async function findUsable(db: ReadQueries<Tables>, code: string, use: DiscountUse): Promise<DiscountRow> {
  const row = await findCode(db, code)
  await requireUsable(db, row, use)
  if (row.use_limit !== null && row.used - (await endedReservations(db, row.id, use.now)) >= row.use_limit) {
    throw new Problem('conflict', usedUp)
  }
  return row
}

/** @throws Problem `invalid_input` */
async function findCode(db: ReadQueries<Tables>, code: string): Promise<DiscountRow> {
  const found = db.selectFrom('products_discounts').selectAll().where('code', '=', code.trim().toUpperCase())
  const row = await found.executeTakeFirst()
  if (row === undefined) throw wrongField('discountCode', unknown)
  return row
}

/** Uses what a checkout holds. @throws Problem `invalid_input` for a reservation that has ended */
export async function takeReserved(tx: Queries<Tables>, id: string, use: DiscountUse): Promise<DiscountRow> {
  const reservations = tx.selectFrom('products_reservations').selectAll().where('id', '=', id)
  const reservation = await reservations.executeTakeFirst()
  if (reservation === undefined) throw wrongField('discountReservationId', ended)
  const row = await lockDiscount(tx, reservation.discount_id)
  await requireUsable(tx, row, use)
  const gone = tx.deleteFrom('products_reservations').where('id', '=', id)
  const { numDeletedRows } = await gone.where('expires_at', '>', new Date(use.now).toISOString()).executeTakeFirst()
  if (numDeletedRows === 0n) throw wrongField('discountReservationId', ended)
  return row
}

/** Gives a held use back; one that has ended already stays so. */
export async function releaseUse(tx: Queries<Tables>, id: string): Promise<void> {
  const reservations = tx.selectFrom('products_reservations').select('discount_id').where('id', '=', id)
  const reservation = await reservations.executeTakeFirst()
  if (reservation === undefined) throw new Problem('not_found')
  await lockDiscount(tx, reservation.discount_id)
  const { numDeletedRows } = await tx.deleteFrom('products_reservations').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows > 0n) await giveBack(tx, reservation.discount_id, 1)
}

/** Gives uses back, such as that of a cancelled order. */
export async function giveBack(tx: Queries<Tables>, id: string, uses: number): Promise<void> {
  await tx
    .updateTable('products_discounts')
    .set((set) => ({ used: set('used', '-', uses) }))
    .where('id', '=', id)
    .where('used', '>=', uses)
    .execute()
}

/** @returns how many reservations of a discount that is locked have ended */
async function endReservations(tx: Queries<Tables>, discountId: string, now: number): Promise<number> {
  const ending = tx.deleteFrom('products_reservations').where('discount_id', '=', discountId)
  const { numDeletedRows } = await ending.where('expires_at', '<=', new Date(now).toISOString()).executeTakeFirst()
  return Number(numDeletedRows)
}

async function endedReservations(db: ReadQueries<Tables>, discountId: string, now: number): Promise<number> {
  const ended = db
    .selectFrom('products_reservations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('discount_id', '=', discountId)
    .where('expires_at', '<=', new Date(now).toISOString())
  return (await ended.executeTakeFirst())?.count ?? 0
}

/** @throws Problem `invalid_input` */
async function requireUsable(db: ReadQueries<Tables>, row: DiscountRow, use: DiscountUse): Promise<void> {
  const now = new Date(use.now).toISOString()
  const isOpen = (row.starts_at ?? '') <= now && (row.ends_at === null || row.ends_at > now)
  if (!row.is_enabled || !isOpen) throw wrongField('discountCode', notNow)
  if (row.currency !== null && row.currency !== use.currency) throw wrongField('discountCode', otherCurrency)
  if (row.first_order_only && (await hasOrder(db, row, use))) throw wrongField('discountCode', notFirst)
}

/** Whether a customer has a paid order, or one that uses the discount. */
async function hasOrder(db: ReadQueries<Tables>, { id }: DiscountRow, { email }: DiscountUse): Promise<boolean> {
  const own = db.selectFrom('products_orders').select('id').where('email', '=', email)
  const counted = own.where((build) =>
    build.or([
      build('paid_at', 'is not', null),
      build.and([build('discount_id', '=', id), build('state', '!=', 'cancelled')]),
    ]),
  )
  return (await counted.limit(1).executeTakeFirst()) !== undefined
}

/** The lines with the rule that discounts each: the first that fits. @throws Problem `invalid_input` when none does */
export function discounted(
  lines: readonly ResolvedLine[],
  { rules }: Pick<DiscountRow, 'rules'>,
): readonly (ResolvedLine & { readonly rule: DiscountRule | undefined })[] {
  const ready = rules.map(({ basisPoints, amount }): DiscountRule =>
    basisPoints === null ? { amount: BigInt(amount ?? 0) } : { basisPoints },
  )
  const found = lines.map((line) => {
    const at = rules.findIndex(
      ({ priceId, interval }) =>
        (priceId === null || priceId === line.priceId) && (interval === null || interval === (line.interval ?? 'once')),
    )
    return { ...line, rule: ready[at] }
  })
  if (found.every(({ rule }) => rule === undefined)) throw wrongField('discountCode', noLine)
  return found
}

const unknown = { en: 'Enter a code of this workspace.', zh: '请输入此工作区的折扣码。' }
const notNow = { en: 'The code can not be used now.', zh: '该折扣码目前不可用。' }
const otherCurrency = { en: 'The code is for another currency.', zh: '该折扣码适用于其他货币。' }
const notFirst = { en: 'The code is for first orders only.', zh: '该折扣码仅适用于首单。' }
const noLine = { en: 'The code is for other products.', zh: '该折扣码适用于其他产品。' }
const ended = { en: 'The reservation has ended. Enter the code again.', zh: '预留已失效，请重新输入折扣码。' }
const usedUp = {
  detail: { en: 'All uses of the code are taken.', zh: '该折扣码已用完。' },
  nextStep: { en: 'Use another code, or raise its limit.', zh: '请使用其他折扣码，或提高次数上限。' },
}
