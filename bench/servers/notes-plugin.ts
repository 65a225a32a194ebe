import {
  column,
  defineEndpoint,
  definePlugin,
  Idempotency,
  json,
  model,
  nothing,
  type TablesOf,
  type WorkspaceScope,
} from '../../packages/plugin/src/index.ts'
import type { PluginEntry } from '../../packages/host/src/index.ts'
import { payload, payloadId } from './payload.ts'

const Note = model('bench_notes_notes', {
  id: column.id('note'),
  org_id: column.org(),
  title: column.text({ max: 200 }),
})
const models = [Note] as const

const changing = { input: nothing, output: nothing, audit: false } as const
const tell = defineEndpoint({ ...changing, pattern: 'POST /api/x/bench-notes/told', summary: 'Change what is told' })
const keepQuiet = defineEndpoint({
  ...changing,
  pattern: 'POST /api/x/bench-notes/untold',
  summary: 'Change what is not told',
  changes: false,
})

type Scope = WorkspaceScope<TablesOf<typeof models>>

/** A plugin that writes a note with each call of one route, which remembers its answers, and reads one with the other. */
export const notesPlugin: PluginEntry = {
  version: '1.0.0',
  outOfTree: false,
  plugin: definePlugin({
    name: 'bench-notes',
    info: { title: 'Notes', description: 'Keeps notes', icon: 'note', category: 'Bench', api: '^1' },
    models,
    mount(mux, ctx) {
      const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
      mux.handle('POST /api/x/bench-notes/add', idempotent(ctx.guard(add)))
      mux.handle('POST /api/x/bench-notes/read', ctx.guard(read))
      mux.endpoint(tell, () => json(payload(payloadId)) as never)
      mux.endpoint(keepQuiet, () => json(payload(payloadId)) as never)
    },
  }),
}

async function add({ request, db }: Scope): Promise<Response> {
  const { title } = (await request.json()) as { readonly title: string }
  await db.insertInto('bench_notes_notes').values({ title }).execute()
  return json(payload(payloadId))
}

async function read({ request, db }: Scope): Promise<Response> {
  const { id } = (await request.json()) as { readonly id: string }
  await db.selectFrom('bench_notes_notes').selectAll().where('id', '=', id).executeTakeFirst()
  return json(payload(payloadId))
}
