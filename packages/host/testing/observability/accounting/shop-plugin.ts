import {
  column,
  defineJob,
  definePlugin,
  Jobs,
  json,
  model,
  Outbound,
  Problem,
  stream,
  type AnyPlugin,
} from '@host/plugin'
import { get, newClient } from '@host/plugin/safehttp'
import * as z from 'zod/mini'
import { notesInfo } from '../../notes-plugin.ts'

const pack = defineJob({ name: 'pack', input: z.strictObject({ fails: z.boolean() }), attempts: 1 })

const Sale = model('shop_sales', { id: column.id('sale'), org_id: column.org(), what: column.text() })

const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('a'))
      controller.close()
    },
  })

/** A plugin with a route for everything that is counted. */
export const shop: AnyPlugin = definePlugin({
  name: 'shop',
  info: notesInfo,
  models: [Sale],
  mount(mux, ctx) {
    const jobs = ctx.lookup(Jobs)
    jobs?.handle(pack, async (_, { fails }) => {
      if (fails) throw new Error('It did not fit.')
    })
    const client = newClient(2_000, { outbound: ctx.lookup(Outbound) })
    mux.handle(
      'GET /api/x/shop/pack',
      ctx.guard(async ({ orgId }) => {
        for (const fails of [true, false]) await jobs?.enqueue(orgId, pack, { fails })
        return json({})
      }),
    )
    mux.handle('GET /api/x/shop/public', () => json({}))
    mux.handle(
      'GET /api/x/shop/mine',
      ctx.guard(async () => json({})),
    )
    mux.handle(
      'GET /api/x/shop/stream',
      ctx.guard(() => stream(endless())),
    )
    mux.handle(
      'GET /api/x/shop/throw',
      ctx.guard(() => {
        throw new Error('It fell over.')
      }),
    )
    mux.handle(
      'GET /api/x/shop/refuse',
      ctx.guard(() => {
        throw new Problem('conflict')
      }),
    )
    mux.handle(
      'GET /api/x/shop/sell',
      ctx.guard(async ({ db }) => {
        await db.insertInto('shop_sales').values({ what: 'tea' }).execute()
        await db.transaction(async (inside) => {
          await inside.insertInto('shop_sales').values({ what: 'cup' }).execute()
        })
        await db.batch([db.insertInto('shop_sales').values({ what: 'pot' }), db.selectFrom('shop_sales').selectAll()])
        return json(await db.selectFrom('shop_sales').selectAll().execute())
      }),
    )
    mux.handle(
      'GET /api/x/shop/fetch',
      ctx.guard(async ({ signal, query }) => {
        await get(signal, client, query.get('url') ?? '', 'shop/1.0').catch(() => undefined)
        return json({})
      }),
    )
  },
})

/** The same plugin under another name, to be told apart from it. */
export const kiosk: AnyPlugin = definePlugin({
  name: 'kiosk',
  info: notesInfo,
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/kiosk/public', () => json({}))
    mux.handle(
      'GET /api/x/kiosk/mine',
      ctx.guard(async () => json({})),
    )
  },
})
