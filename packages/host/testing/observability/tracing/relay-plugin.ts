import { column, defineJob, definePlugin, Jobs, json, model, Outbound } from '@host/plugin'
import { get, newClient } from '@host/plugin/safehttp'
import * as z from 'zod/mini'

const Parcel = model('relay_parcels', { id: column.id('parcel'), org_id: column.org(), label: column.text() })

const pack = defineJob({ name: 'pack', place: 'instance', input: z.strictObject({ label: z.string() }) })

/** A plugin whose requests lead to another host, to the database, to a job, and to an email. */
export const relay = definePlugin({
  name: 'relay',
  info: { title: 'Relay', description: 'Passes on', icon: 'truck', category: 'Test', core: true, api: '^1' },
  models: [Parcel],
  mount(mux, ctx) {
    const jobs = ctx.lookup(Jobs)
    const client = newClient(10_000, { outbound: ctx.lookup(Outbound) })
    jobs?.handle(pack, async ({ db }, { label }) => {
      await db.selectFrom('relay_parcels').select('id').where('label', '=', label).execute()
      ctx.log.info('Packed.')
      await ctx.sendMail({ to: ['ada@lab.test'], subject: 'Packed', text: 'Packed.' })
    })
    mux.handle('GET /api/x/relay/forward/{label}', async ({ query, signal }) => {
      ctx.log.info('Forwarded.')
      const { status } = await get(signal, client, query.get('to') ?? '', 'relay/1.0')
      return json({ status })
    })
    mux.handle('GET /api/x/relay/pack/{label}', async ({ params }) => {
      const label = String(params['label' as never])
      return json({ id: await jobs?.enqueueForInstance(pack, { label }) })
    })
    mux.handle('GET /api/x/relay/fail', () => {
      throw new Error('It fell over.')
    })
  },
})
