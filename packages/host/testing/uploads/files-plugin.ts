import {
  answerBlob,
  Blobs,
  column,
  defineEndpoint,
  definePlugin,
  defineUpload,
  model,
  noContent,
  nothing,
  Problem,
  type BlobsService,
} from '@host/plugin'
import * as z from 'zod'

const StoredFile = model('files_files', {
  id: column.id('file'),
  org_id: column.org(),
  key: column.blob(),
  name: column.text({ max: 200 }),
  size: column.integer(),
  type: column.text({ max: 200 }),
  note: column.text({ nullable: true, max: 100 }),
})

const FileRow = z.object({
  head: z.string().optional(),
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  key: z.string(),
})
const Note = z.object({ note: z.string().max(100).optional(), fail: z.enum(['throw', 'answer']).optional() })

/** An upload that takes images, PDFs, office files and texts. */
export const addFile = defineUpload({
  pattern: 'POST /api/x/files/files',
  accept: ['image/*', 'application/pdf', 'application/zip', 'text/csv', 'application/json', 'text/plain'],
  maxBytes: 100 * 1024 * 1024,
  headBytes: 6_000,
  input: Note,
  output: FileRow,
  status: 201,
  summary: 'Add a file',
})

/** An upload of a small picture, for admins. */
export const putPicture = defineUpload({
  pattern: 'PUT /api/x/files/{id}/picture',
  accept: ['image/*'],
  maxBytes: 64 * 1024,
  output: nothing,
  role: 'admin',
  summary: 'Set the picture',
})

const readFile = defineEndpoint({
  pattern: 'GET /api/x/files/files/{id}',
  input: nothing,
  output: nothing,
  summary: 'Download a file',
  answers: { 200: { description: 'The file.', content: { type: '*/*' } } },
})

const deleteFile = defineEndpoint({
  pattern: 'DELETE /api/x/files/files/{id}',
  input: nothing,
  output: nothing,
  summary: 'Delete a file',
})

/** A plugin that stores files, and answers their beginnings. @param given receives its blobs and counts how often its handler ran */
export function filesPlugin(given: { blobs?: BlobsService; runs: number; hold?: Promise<unknown> }) {
  return definePlugin({
    name: 'files',
    info: { title: 'Files', description: 'Stores files', icon: 'file', category: 'Work', api: '^1' },
    models: [StoredFile],
    mount(mux, ctx) {
      const blobs = ctx.lookup(Blobs)
      if (blobs === undefined) throw new Error('Every plugin has blobs.')
      given.blobs = blobs
      mux.upload(addFile, async ({ db, file: { head, ...file }, input }) => {
        given.runs += 1
        const row = await db
          .insertInto('files_files')
          .values({ ...file, note: input.note ?? null })
          .returningAll()
          .executeTakeFirstOrThrow()
        await given.hold
        if (input.fail === 'throw') throw new Problem('conflict')
        return input.fail === 'answer'
          ? new Response(null, { status: 409 })
          : { ...row, head: Buffer.from(head).toString('base64') }
      })
      mux.upload(putPicture, () => {
        given.runs += 1
        return undefined
      })
      mux.endpoint(readFile, async ({ db, orgId, params }) => {
        const row = await db.selectFrom('files_files').selectAll().where('id', '=', params.id).executeTakeFirst()
        const blob = row && (await blobs.get(orgId, row.key))
        if (row === undefined || blob === undefined) throw new Problem('not_found')
        return answerBlob(blob, { name: row.name, as: 'inline' })
      })
      mux.endpoint(deleteFile, async ({ db, params }) => {
        const gone = await db.deleteFrom('files_files').where('id', '=', params.id).returning('id').executeTakeFirst()
        if (gone === undefined) throw new Problem('not_found')
        return noContent()
      })
    },
  })
}
