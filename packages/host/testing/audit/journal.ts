/** A plugin that writes notes in every way a handler can, and ends in every way. */
import {
  column,
  definePlugin,
  endpointsWith,
  json,
  model,
  noContent,
  nothing,
  Problem,
  type Queries,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import * as z from 'zod/mini'

const Note = model('journal_notes', {
  id: column.id('nte'),
  org_id: column.org(),
  title: column.text({ max: 200 }),
})

const endpoint = endpointsWith(z.toJSONSchema)
const path = '/api/x/journal'

/** Ways of a call to change a note that is not there. */
export const missing = ['missing', 'missing in a batch', 'missing in a transaction'] as const

/** How a call writes, and how it ends. */
export const NewNote = z.object({
  title: z.string(),
  how: z.optional(z.enum(['single', 'batch', 'transaction', 'two', 'side by side', 'read', 'nothing', ...missing])),
  end: z.optional(z.enum(['well', 'throw', 'refuse', 'throw inside', 'twice the key'])),
  apiKey: z.optional(z.string()),
  marked: z.optional(z.string().register(z.globalRegistry, { writeOnly: true })),
})
type NoteInput = z.infer<typeof NewNote>

const createNote = endpoint({ pattern: `POST ${path}/notes`, input: NewNote, output: z.unknown(), summary: 'Write' })
const changeNote = endpoint({
  pattern: `PATCH ${path}/notes/{id}`,
  input: z.object({ title: z.string() }),
  output: nothing,
  summary: 'Change',
})
const deleteNote = endpoint({
  pattern: `DELETE ${path}/notes/{id}`,
  input: nothing,
  output: nothing,
  summary: 'Delete',
})
const exportNotes = endpoint({
  pattern: `GET ${path}/notes`,
  input: nothing,
  output: z.unknown(),
  audit: 'note.exported',
  summary: 'Export',
})
const listNotes = endpoint({ pattern: `GET ${path}/list`, input: nothing, output: z.unknown(), summary: 'List' })
const silent = endpoint({
  pattern: `POST ${path}/silent`,
  input: nothing,
  output: nothing,
  audit: false,
  summary: 'Says nothing',
})
const recording = endpoint({
  pattern: `POST ${path}/recordings`,
  input: z.object({ where: z.enum(['before', 'inside', 'inside and thrown']) }),
  output: nothing,
  summary: 'Records more',
})
const late = endpoint({ pattern: `POST ${path}/late`, input: nothing, output: nothing, summary: 'Describes too late' })
const atomic = endpoint({
  pattern: `POST ${path}/orders`,
  input: z.object({ title: z.string() }),
  output: nothing,
  atomic: true,
  summary: 'One transaction',
})
const open = endpoint({
  pattern: `POST ${path}/visits`,
  input: z.object({ nickname: z.string().check(z.maxLength(100)) }),
  output: nothing,
  audience: 'public',
  summary: 'Open to everybody',
})
const personal = endpoint({
  pattern: `PUT ${path}/colour`,
  input: z.object({ colour: z.string(), elsewhere: z.optional(z.string()) }),
  output: nothing,
  audience: 'user',
  summary: 'Of a person',
})
const global = endpoint({
  pattern: `PUT ${path}/limit`,
  input: z.object({ limit: z.number() }),
  output: nothing,
  audience: 'instance',
  summary: 'Of the instance',
})

/** The plugin. */
export const journal = definePlugin({
  name: 'journal',
  info: { title: 'Journal', description: 'Keeps notes', icon: 'notebook', category: 'Work', core: true, api: '^1' },
  models: [Note],
  mount(mux, ctx) {
    mux.endpoint(createNote, async ({ db, input }) => {
      const id = await write(db, input)
      if (input.end === 'throw') throw new Problem('conflict')
      if (input.end === 'refuse') return json({ code: 'refused' }, { status: 422 })
      return { id }
    })
    mux.endpoint(changeNote, async ({ db, audit, params, input }) => {
      const found = await db.selectFrom('journal_notes').select('title').where('id', '=', params.id).executeTakeFirst()
      if (found === undefined) throw new Problem('not_found')
      audit.describe({ before: found, after: { title: input.title } })
      await db.updateTable('journal_notes').set({ title: input.title }).where('id', '=', params.id).execute()
      return noContent()
    })
    mux.endpoint(deleteNote, async ({ db, params }) => {
      await db.deleteFrom('journal_notes').where('id', '=', params.id).execute()
      return noContent()
    })
    mux.endpoint(exportNotes, ({ db }) => db.selectFrom('journal_notes').select('title').execute())
    mux.endpoint(listNotes, ({ db }) => db.selectFrom('journal_notes').select('title').orderBy('id').execute())
    mux.endpoint(silent, async ({ db }) => {
      await insert(db, 'silent')
      return noContent()
    })
    mux.endpoint(recording, async ({ db, audit, input: { where } }) => {
      const entry = { action: 'note.weighed', target: 'note:x', after: { grams: 3 } }
      if (where === 'before') await audit.record(entry)
      else {
        await db.transaction(async () => {
          await audit.record(entry)
          if (where === 'inside and thrown') throw new Problem('conflict')
        })
      }
      return noContent()
    })
    mux.endpoint(late, async ({ db, audit }) => {
      await db.insertInto('journal_notes').values({ title: 'late' }).execute()
      audit.describe({ after: { too: 'late' } })
      return noContent()
    })
    mux.endpoint(atomic, async ({ db, audit, input: { title } }) => {
      await audit.record({ action: 'note.counted' })
      await insert(db, title)
      if (title === 'fail') throw new Error('The handler fails.')
      return json({}, { status: 200 })
    })
    mux.endpoint(open, () => undefined)
    mux.endpoint(personal, ({ request, input }) => {
      if (input.elsewhere !== undefined) ctx.audit.describe(request, { orgId: input.elsewhere, target: 'colour:red' })
      return undefined
    })
    mux.endpoint(global, () => undefined)
  },
})

type Tables = TablesOf<readonly [typeof Note]>

async function insert(db: Queries<Tables>, title: string, id?: string): Promise<string> {
  const row = await db
    .insertInto('journal_notes')
    .values({ title, ...(id === undefined ? {} : { id }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function write(
  db: ScopedDatabase<Tables>,
  { title, how = 'single', end }: NoteInput,
): Promise<string | undefined> {
  if (how === 'nothing') return 'nte_unwritten'
  if (how === 'read') return (await db.selectFrom('journal_notes').select('id').execute()).at(0)?.id
  if (how === 'two') {
    await insert(db, `${title} one`)
    return insert(db, `${title} two`)
  }
  if (how === 'side by side') {
    await Promise.allSettled([insert(db, title, taken), insert(db, title)])
    return undefined
  }
  if (how.startsWith('missing')) return changeMissing(db, how)
  if (how === 'single') return insert(db, title, end === 'twice the key' ? taken : undefined)
  if (how === 'batch') {
    const query = (name: string) => db.insertInto('journal_notes').values({ title: name })
    const same = end === 'twice the key' ? [db.insertInto('journal_notes').values({ id: taken, title })] : []
    await db.batch([query(`${title} one`), query(`${title} two`), ...same])
    return undefined
  }
  return db.transaction(async (inside) => {
    const id = await insert(inside, title)
    if (end === 'throw inside') throw new Problem('conflict')
    return id
  })
}

async function changeMissing(db: ScopedDatabase<Tables>, how: string): Promise<undefined> {
  const change = (on: Queries<Tables>) =>
    on.updateTable('journal_notes').set({ title: 'Oats' }).where('id', '=', 'none')
  if (how === 'missing') await change(db).execute()
  if (how === 'missing in a batch') await db.batch([change(db), change(db)])
  if (how === 'missing in a transaction') await db.transaction((inside) => change(inside).execute())
}

/** An id that a test writes first. */
export const taken = 'nte_01h455vb4pex5vsknk084sn02q'
