import { listOf, Problem, UniqueViolation, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import {
  changeDiscount,
  createDiscount,
  deleteDiscount,
  discountLimits,
  listDiscounts,
  releaseDiscount,
  reserveDiscount,
  type Discount,
} from '../../shared.ts'
import { countMore, dropEmptyTotal } from '../catalog/products-quota.ts'
import type { Tables } from '../models.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { wrongField } from '../refuse.ts'
import type { StoredRule } from './discount-models.ts'
import { lockDiscount, shownDiscount } from './discount-rows.ts'
import { releaseUse, reserveUse } from './use-discount.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'audit'>

/** Routes of discounts. */
export function mountDiscounts(mux: ProductsMux, parts: Parts): void {
  mux.endpoint(listDiscounts, ({ db, input }) =>
    listOf({ db, input }, db.selectFrom('products_discounts').selectAll(), {
      usual: '-id',
      filter: { isEnabled: 'is_enabled' },
      search: { by: 'products_discounts.id' },
      item: shownDiscount,
    }),
  )
  mux.endpoint(createDiscount, (scope) => createDiscountOf(parts, scope, scope.input))
  mux.endpoint(changeDiscount, (scope) => changeDiscountOf(scope, { ...scope.input, ...scope.params }))
  mux.endpoint(deleteDiscount, async ({ db, params, audit }) => {
    await db.transaction(async (tx) => {
      const { id, code } = await lockDiscount(tx, params.id)
      await tx.deleteFrom('products_discounts').where('id', '=', id).execute()
      audit.describe({ target: `discount:${id}`, before: { code } })
    })
  })
  mux.endpoint(reserveDiscount, async ({ db, input: { code, ...use }, audit }) => {
    return await db.transaction(async (tx) => {
      const now = parts.clock()
      const { id, until, discount } = await reserveUse(tx, code, { ...use, now })
      audit.describe({ target: `discount:${discount.id}`, after: { code: discount.code, until } })
      return { reservationId: id, until, discount: shownDiscount(discount) }
    })
  })
  mux.endpoint(releaseDiscount, async ({ db, params }) => {
    await db.transaction((tx) => releaseUse(tx, params.id))
  })
}

async function createDiscountOf(
  parts: Parts,
  { db, userId, audit }: Scope,
  input: EndpointInput<typeof createDiscount>,
): Promise<Discount> {
  const rules = input.rules.map((rule, at) => storedRule(rule, { at, currency: input.currency ?? null }))
  const { startsAt = null, endsAt = null } = input
  requireOrder(startsAt, endsAt)
  const values = {
    code: input.code.trim().toUpperCase(),
    rules,
    currency: input.currency ?? null,
    first_order_only: input.firstOrderOnly ?? false,
    starts_at: startsAt,
    ends_at: endsAt,
    use_limit: input.useLimit ?? null,
    is_enabled: input.isEnabled ?? true,
    created_by: userId,
    created_at: new Date(parts.clock()).toISOString(),
  }
  try {
    return await db.transaction(async (tx) => {
      // Waits for other creations, so that no two of them exceed the limit together.
      await countMore(tx, 0)
      const rows = await tx.selectFrom('products_discounts').select('id').execute()
      if (rows.length >= discountLimits.discounts) throw new Problem('conflict', { detail: tooMany })
      const row = await tx.insertInto('products_discounts').values(values).returningAll().executeTakeFirstOrThrow()
      await dropEmptyTotal(tx)
      audit.describe({ target: `discount:${row.id}`, after: { code: row.code } })
      return shownDiscount(row)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { errors: [{ path: 'code', message: taken }], cause: error })
  }
}

async function changeDiscountOf(
  { db, audit }: Scope,
  { id, startsAt, endsAt, useLimit, isEnabled }: EndpointInput<typeof changeDiscount>,
): Promise<Discount> {
  return await db.transaction(async (tx) => {
    const row = await lockDiscount(tx, id)
    const values = {
      starts_at: startsAt === undefined ? row.starts_at : startsAt,
      ends_at: endsAt === undefined ? row.ends_at : endsAt,
      use_limit: useLimit === undefined ? row.use_limit : useLimit,
      is_enabled: isEnabled ?? row.is_enabled,
    }
    requireOrder(values.starts_at, values.ends_at)
    await tx.updateTable('products_discounts').set(values).where('id', '=', id).execute()
    audit.describe({ target: `discount:${id}`, before: { isEnabled: row.is_enabled }, after: { ...values } })
    return shownDiscount({ ...row, ...values })
  })
}

type NewRule = EndpointInput<typeof createDiscount>['rules'][number]

interface Place {
  readonly at: number
  readonly currency: string | null
}

/** @throws Problem `invalid_input` */
function storedRule(
  { priceId = null, interval = null, percent, amount }: NewRule,
  { at, currency }: Place,
): StoredRule {
  if ((percent === undefined) === (amount === undefined)) throw wrongField(`rules.${at}.percent`, oneOfBoth)
  if (amount !== undefined && currency === null) throw wrongField('currency', needsCurrency)
  return {
    priceId,
    interval,
    basisPoints: percent === undefined ? null : Math.round(percent * 100),
    amount: amount === undefined ? null : String(BigInt(amount)),
  }
}

function requireOrder(startsAt: string | null, endsAt: string | null): void {
  const isRight = startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)
  if (!isRight) throw wrongField('endsAt', tooEarly)
}

const oneOfBoth = { en: 'Enter either a percentage or an amount.', zh: '请填写百分比或金额，二选一。' }
const needsCurrency = { en: 'Choose the currency of the amount.', zh: '请选择金额的货币。' }
const tooEarly = { en: 'Choose a time after the start.', zh: '请选择晚于开始的时间。' }
const taken = { en: 'Another discount has this code.', zh: '其他折扣已使用此代码。' }
const tooMany = {
  en: `A workspace has at most ${discountLimits.discounts} discounts. Delete some that have ended.`,
  zh: `工作区最多有 ${discountLimits.discounts} 个折扣。请删除已结束的折扣。`,
}
