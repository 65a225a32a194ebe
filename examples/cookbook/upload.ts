import { answerBlob, Blobs, column, definePlugin, model, Problem, requireService } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, defineUpload } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Receipt = model(
  'receipts_files',
  {
    id: column.id('rcpt'),
    org_id: column.org(),
    name: column.text({ max: 200 }),
    size: column.integer(),
    file: column.blob(),
  },
  { index: [['org_id', 'id']], label: 'name' },
)

export const addReceipt = defineUpload({
  pattern: 'POST /api/x/receipts/files',
  accept: ['image/*', 'application/pdf'],
  maxBytes: 10 * 1024 * 1024,
  output: z.object({ id: z.string(), name: z.string(), size: z.number() }),
  status: 201,
  summary: 'Add a receipt',
})

export const removeReceipt = defineEndpoint({
  pattern: 'DELETE /api/x/receipts/files/{id}',
  input: nothing,
  output: nothing,
  summary: 'Remove a receipt',
})

export const plugin = definePlugin({
  name: 'receipts',
  info: { title: 'Receipts', description: 'Files of receipts', icon: 'receipt', category: 'Work', api: '^1' },
  models: [Receipt],
  mount(mux, ctx) {
    const blobs = requireService(ctx, Blobs)
    mux.upload(addReceipt, async ({ db, file: { key, name, size } }) => {
      const added = db.insertInto('receipts_files').values({ name, size, file: key })
      return await added.returning(['id', 'name', 'size']).executeTakeFirstOrThrow()
    })
    mux.endpoint(removeReceipt, async ({ db, params: { id } }) => {
      // The column owns the file: the database removes it with its row.
      const gone = await db.deleteFrom('receipts_files').where('id', '=', id).returning('id').executeTakeFirst()
      if (gone === undefined) throw new Problem('not_found')
      return undefined
    })
    mux.handle(
      'GET /api/x/receipts/files/{id}/content',
      ctx.guard<{ id: string }>(async ({ db, orgId, params: { id } }) => {
        const row = await db.selectFrom('receipts_files').selectAll().where('id', '=', id).executeTakeFirst()
        const blob = row === undefined ? undefined : await blobs.get(orgId, row.file)
        if (row === undefined || blob === undefined) throw new Problem('not_found')
        return answerBlob(blob, { name: row.name, as: 'inline' })
      }),
    )
  },
})
