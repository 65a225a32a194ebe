import { column, definePlugin, model, Problem, requireService, serviceToken } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

/** The service of the plugin `rates`: its name and shape are the whole contract between the two plugins. */
export interface RatesService {
  /** Cents in euros; undefined for a currency without a rate in this workspace. */
  toEuros(orgId: string, amount: { readonly cents: number; readonly currency: string }): Promise<number | undefined>
}
export const Rates = serviceToken<RatesService>('rates.converter')

const Rate = model(
  'rates_items',
  { id: column.id('rate'), org_id: column.org(), currency: column.text({ max: 3 }), euros: column.real() },
  { unique: [['org_id', 'currency']], index: [['org_id', 'id']] },
)

const Currency = z.string().check(z.regex(/^[A-Z]{3}$/))

export const setRate = defineEndpoint({
  pattern: 'POST /api/x/rates/items',
  input: z.strictObject({ currency: Currency, euros: z.number().check(z.gt(0)) }),
  output: nothing,
  role: 'admin',
  summary: 'Set a rate',
})

/** The provider: the service takes the workspace, since no request of its own stands behind a call. */
export const provider = definePlugin({
  name: 'rates',
  info: { title: 'Rates', description: 'Rates of currencies', icon: 'coins', category: 'Work', api: '^1' },
  models: [Rate],
  mount(mux, ctx) {
    mux.endpoint(setRate, async ({ db, input }) => {
      const set = db.insertInto('rates_items').values(input)
      await set.onConflict((conflict) => conflict.columns(['org_id', 'currency']).doUpdateSet(input)).execute()
      return undefined
    })
    ctx.provide(Rates, {
      async toEuros(orgId, { cents, currency }) {
        const rates = ctx.db.inWorkspace(orgId, 'convert an amount').selectFrom('rates_items').select('euros')
        const rate = await rates.where('currency', '=', currency).executeTakeFirst()
        return rate === undefined ? undefined : Math.round(cents * rate.euros)
      },
    })
  },
})

export const convert = defineEndpoint({
  pattern: 'GET /api/x/travel/euros',
  input: z.strictObject({ cents: z.int(), currency: Currency }),
  output: z.object({ cents: z.int() }),
  errors: ['bad_request'],
  summary: 'Convert an amount to euros',
})

/** The consumer: `requires` refuses a build without the provider, so the service is there in every request. */
export const consumer = definePlugin({
  name: 'travel',
  info: {
    title: 'Travel',
    description: 'Travel expenses',
    icon: 'plane',
    category: 'Work',
    api: '^1',
    requires: ['rates'],
  },
  models: [],
  mount(mux, ctx) {
    mux.endpoint(convert, async ({ orgId, input }) => {
      const cents = await requireService(ctx, Rates).toEuros(orgId, input)
      if (cents !== undefined) return { cents }
      const { currency } = input
      throw new Problem('bad_request', {
        detail: { en: `No exchange rate for ${currency} is set.`, zh: `未设置 ${currency} 的汇率。` },
      })
    })
  },
})
