import {
  answerBlob,
  Blobs,
  column,
  defineEndpoint,
  definePlugin,
  definePublicForm,
  definePublicPage,
  model,
  nothing,
  PageHosts,
  type PageHostsService,
} from '@host/plugin'
import * as z from 'zod'

const Note = model(
  'notes_notes',
  {
    id: column.id('note'),
    org_id: column.org(),
    slug: column.text({ max: 100 }),
    title: column.text({ max: 500 }),
    secret: column.text({ max: 100 }),
  },
  { unique: ['slug'], index: [['org_id', 'id']] },
)

const Reply = model(
  'notes_replies',
  { id: column.id('reply'), org_id: column.org(), note_id: column.text({ max: 64 }), text: column.text({ max: 2000 }) },
  { index: [['org_id', 'id']] },
)

/** The page of a shared note. */
export const sharedNote = definePublicPage({
  path: '/p/notes/{slug}',
  data: z.object({ title: z.string(), replies: z.array(z.string()) }),
})

/** The form below it. */
export const sendReply = definePublicForm({
  path: '/p/notes/{slug}/replies',
  input: z.strictObject({ text: z.string().min(1).max(2000) }),
  output: z.object({ id: z.string() }),
  summary: 'Reply to a shared note',
  toJSONSchema: z.toJSONSchema,
})

const addNote = defineEndpoint({
  pattern: 'POST /api/x/notes/notes',
  input: z.strictObject({ slug: z.string().max(100), title: z.string().max(500) }),
  output: nothing,
  summary: 'Share a note',
  toJSONSchema: z.toJSONSchema,
})

/** What a test sees of the plugin. */
export interface NotesParts {
  /** How often the handler of the form ran. */
  runs: number
  hosts?: PageHostsService | undefined
}

/** A plugin whose notes are shared on public pages. */
export function sharedNotes(given: NotesParts = { runs: 0 }) {
  return definePlugin({
    name: 'notes',
    info: { title: 'Notes', description: 'Shares notes', icon: 'file', category: 'Work', api: '^1' },
    models: [Note, Reply],
    mount(mux, ctx) {
      const blobs = ctx.lookup(Blobs)
      given.hosts = ctx.lookup(PageHosts)
      const workspace = async ({ params: { slug } }: { readonly params: { readonly slug: string } }) => {
        const notes = ctx.db.asInstance('Find the workspace of a shared note').selectFrom('notes_notes')
        return (await notes.select('org_id').where('slug', '=', slug).executeTakeFirst())?.org_id
      }
      mux.endpoint(addNote, async ({ db, input, orgId }) => {
        await db
          .insertInto('notes_notes')
          .values({ ...input, secret: 'not for visitors' })
          .execute()
        await blobs?.put(orgId, `pictures/${input.slug}`, new TextEncoder().encode('picture'), { type: 'image/png' })
        return undefined
      })
      mux.publicPage(sharedNote, {
        workspace,
        answer: async ({ db, params: { slug }, language }) => {
          if (slug === 'moved') return undefined
          const note = await db.selectFrom('notes_notes').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
          const replies = await db.selectFrom('notes_replies').select('text').orderBy('id').execute()
          const data = { ...note, replies: replies.map(({ text }) => text) }
          return { title: note.title, description: language === 'zh' ? '分享' : 'Shared', data }
        },
      })
      mux.publicForm(sendReply, {
        workspace,
        answer: async ({ db, input, params: { slug } }) => {
          given.runs += 1
          const note = await db
            .selectFrom('notes_notes')
            .select('id')
            .where('slug', '=', slug)
            .executeTakeFirstOrThrow()
          const reply = { note_id: note.id, text: input.text }
          return await db.insertInto('notes_replies').values(reply).returning('id').executeTakeFirstOrThrow()
        },
      })
      mux.publicFile('/p/notes/{slug}/picture', {
        workspace,
        answer: async ({ orgId, params: { slug } }) => {
          const blob = await blobs?.get(orgId, `pictures/${slug}`)
          return blob && answerBlob(blob, { name: 'picture.png', as: 'inline' })
        },
      })
    },
  })
}
