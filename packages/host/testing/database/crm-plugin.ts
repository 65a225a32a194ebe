import {
  Blobs,
  column,
  defineEndpoint,
  defineJob,
  definePlugin,
  defineUpload,
  Jobs,
  model,
  noContent,
  nothing,
  Problem,
} from '@host/plugin'
import * as z from 'zod'

const Deal = model('crm_deals', {
  id: column.id('deal'),
  org_id: column.org(),
  title: column.text(),
  reminder: column.job({ nullable: true }),
})
const DealFile = model('crm_files', {
  id: column.id('file'),
  org_id: column.org(),
  deal_id: column.reference(Deal, { onDelete: 'cascade' }),
  body: column.blob(),
})
const Invoice = model('crm_invoices', {
  id: column.id('inv'),
  org_id: column.org(),
  deal_id: column.reference(Deal, { onDelete: 'restrict' }),
})

const remind = defineJob({ name: 'remind', input: z.strictObject({ dealId: z.string() }) })
const Id = z.object({ id: z.string() })

const addDeal = defineEndpoint({
  pattern: 'POST /api/x/crm/deals',
  input: z.object({ title: z.string() }),
  output: z.object({ id: z.string(), reminder: z.string() }),
  summary: 'Add a deal',
})
const addFile = defineUpload({
  pattern: 'POST /api/x/crm/deals/{id}/files',
  accept: ['text/plain'],
  maxBytes: 1_000_000,
  output: z.object({ id: z.string(), key: z.string() }),
  summary: 'Add a file to a deal',
})
const addInvoice = defineEndpoint({
  pattern: 'POST /api/x/crm/deals/{id}/invoices',
  input: nothing,
  output: Id,
  summary: 'Add an invoice to a deal',
})
const removeDeal = defineEndpoint({
  pattern: 'DELETE /api/x/crm/deals/{id}',
  input: nothing,
  output: nothing,
  summary: 'Delete a deal',
})
const facts = defineEndpoint({
  pattern: 'GET /api/x/crm/facts',
  input: z.object({ key: z.string(), job: z.string() }),
  output: z.object({ hasBlob: z.boolean(), hasJob: z.boolean() }),
  summary: 'Whether a blob and a job exist',
})

/** Deals whose files, reminders and invoices refer to them. */
export const crmPlugin = definePlugin({
  name: 'crm',
  info: { title: 'CRM', description: 'Deals', icon: 'briefcase', category: 'Work', api: '^1' },
  models: [Deal, DealFile, Invoice],
  mount(mux, ctx) {
    const [jobs, blobs] = [ctx.lookup(Jobs), ctx.lookup(Blobs)]
    if (jobs === undefined || blobs === undefined) throw new Error('Every plugin has jobs and blobs.')
    jobs.handle(remind, async () => undefined)
    mux.endpoint(addDeal, ({ db, orgId, input }) =>
      db.transaction(async (inner) => {
        const deal = await inner.insertInto('crm_deals').values(input).returning('id').executeTakeFirstOrThrow()
        const reminder = await jobs.enqueue(orgId, remind, { dealId: deal.id }, { delay: 3_600_000 })
        await inner.updateTable('crm_deals').set({ reminder }).where('id', '=', deal.id).execute()
        return { id: deal.id, reminder }
      }),
    )
    mux.upload(addFile, async ({ db, file, params }) => {
      const values = { deal_id: params.id, body: file.key }
      const row = await db.insertInto('crm_files').values(values).returning('id').executeTakeFirstOrThrow()
      return { id: row.id, key: file.key }
    })
    mux.endpoint(addInvoice, ({ db, params }) =>
      db.insertInto('crm_invoices').values({ deal_id: params.id }).returning('id').executeTakeFirstOrThrow(),
    )
    mux.endpoint(removeDeal, async ({ db, params }) => {
      const { numDeletedRows } = await db.deleteFrom('crm_deals').where('id', '=', params.id).executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new Problem('not_found')
      return noContent()
    })
    mux.endpoint(facts, async ({ orgId, input }) => ({
      hasBlob: (await blobs.facts(orgId, input.key)) !== undefined,
      hasJob: (await jobs.status(orgId, input.job)) !== undefined,
    }))
  },
})
