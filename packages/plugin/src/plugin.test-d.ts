import * as z from 'zod/mini'
import {
  column,
  definePlugin,
  Idempotency,
  json,
  model,
  serviceToken,
  type MenuItem,
  type Mux,
  type Role,
  type WorkspaceScope,
  type TablesOf,
} from './index.ts'
import { Accounts, InstanceGuard, UserGuard } from './platform.ts'
import { defineEndpoint, endpointsWith, nothing } from './wire.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'note', category: 'Work', api: '^1' } as const
const Note = model('notes_notes', { id: column.id('note'), org_id: column.org(), title: column.text() })
type Tables = TablesOf<readonly [typeof Note]>
const base = { name: 'notes', info, models: [], mount() {} } as const

const endpoint = endpointsWith(z.toJSONSchema)
const NoteOut = z.object({ id: z.string(), title: z.string() })
const createNote = endpoint({
  pattern: 'POST /api/x/notes/notes',
  input: z.object({ title: z.string() }),
  output: NoteOut,
  summary: 'Create a note',
})
const readNote = endpoint({
  pattern: 'GET /api/x/notes/notes/{id}',
  input: nothing,
  output: NoteOut,
  summary: 'Read a note',
})
const listUsers = endpoint({
  pattern: 'GET /api/x/notes/users',
  input: nothing,
  output: nothing,
  audience: 'instance',
  summary: 'List users',
})
const Greeter = serviceToken<{ greet(name: string): string }>('notes.greeter')

function first({ db, params }: WorkspaceScope<Tables, { id: string }>): Promise<Response> {
  return db
    .selectFrom('notes_notes')
    .selectAll()
    .where('id', '=', params.id)
    .executeTakeFirst()
    .then((row) => json(row))
}

export const good = definePlugin({
  name: 'notes',
  info,
  models: [Note],
  menus: [{ id: 'notes', label: 'Notes', path: '/notes' }],
  mount(mux, ctx) {
    mux.handle('GET /api/x/notes/raw/{id}', ctx.guard(first))
    mux.handle(
      'GET /api/x/notes/raw/{id}/inline',
      ctx.guard(({ params, orgId }) => json([params.id, orgId])),
    )
    mux.handle('/notes-landing/{rest...}', ({ params }) => json(params.rest))
    const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
    mux.handle('POST /api/x/notes/raw', idempotent(ctx.guard(({ userId }) => json(userId))))
    const userGuard = ctx.lookup(UserGuard)
    if (userGuard !== undefined) {
      mux.handle(
        'GET /api/x/notes/me/{id}',
        userGuard(({ userId, params }) => json([userId, params.id])),
      )
    }
    mux.endpoint(createNote, async ({ db, input }) =>
      db.insertInto('notes_notes').values(input).returning(['id', 'title']).executeTakeFirstOrThrow(),
    )
    mux.endpoint(readNote, ({ params }) => ({ id: params.id, title: '' }))
    mux.endpoint(listUsers, ({ userId }) => json(userId))
    ctx.provide(Greeter, { greet: (name) => name })

    // @ts-expect-error an API route outside /api/x/notes/
    mux.handle('GET /api/x/others/raw', () => json(1))
    // @ts-expect-error an API route outside /api/x/notes/
    mux.handle('POST /api/notes', () => json(1))
    // @ts-expect-error an API route outside /api/x/notes/, without a method
    mux.handle('/api/x/notesy/raw', () => json(1))
    // @ts-expect-error a workspace without a guard
    mux.handle('GET /api/x/notes/unguarded', (scope) => json(scope.orgId))
    // @ts-expect-error a wildcard that the pattern has not
    mux.handle('GET /api/x/notes/one', ctx.guard(first))
    // @ts-expect-error a guard outside idempotency
    ctx.guard(idempotent(ctx.guard(({ userId }) => json(userId))))
    // @ts-expect-error a guard around a guard
    ctx.guard(ctx.guard(({ userId }) => json(userId)))
    // @ts-expect-error idempotency around a handler that cannot authorize
    idempotent(() => json(1))
    if (userGuard !== undefined) mux.handle('POST /mine', idempotent(userGuard(({ userId }) => json(userId))))
    // @ts-expect-error a role that does not exist
    ctx.guard(({ userId }) => json(userId), { role: 'boss' })
    // @ts-expect-error a service that does not fit its token
    ctx.provide(Greeter, { greet: (name: number) => String(name) })
    // @ts-expect-error a service that lacks a member
    ctx.provide(Greeter, {})
    // @ts-expect-error a service may be absent
    void ctx.lookup(Accounts).needsSetUp()
    // @ts-expect-error a console scope has no workspace
    ctx.lookup(InstanceGuard)?.((scope) => json(scope.orgId))
    // @ts-expect-error the output lacks a property
    mux.endpoint(readNote, ({ params }) => ({ id: params.id }))
    // @ts-expect-error the input has another type
    mux.endpoint(createNote, ({ input }) => ({ id: '', title: input.title.length }))
    // @ts-expect-error a table that is not declared
    mux.endpoint(createNote, ({ db }) => db.selectFrom('users').selectAll().executeTakeFirstOrThrow())
  },
})

export const granted = definePlugin({
  ...base,
  topLevelApi: ['domains'],
  mount(mux) {
    mux.handle('GET /api/domains', () => json([]))
    mux.handle('GET /api/domains/{id}', () => json([]))
    // @ts-expect-error a noun that is not granted
    mux.handle('GET /api/domainsy', () => json([]))
  },
})

class NotesPlugin {
  readonly name = 'notes'
  readonly info = info
  readonly models = [] as const
  mount(mux: Mux<'notes'>): void {
    mux.handle('GET /api/x/notes/ping', () => json({}))
  }
}
export const instance = definePlugin(new NotesPlugin())

// @ts-expect-error a mistyped member, inline
export const inline = definePlugin({ ...base, menuz: [] })
type Refused = Parameters<typeof definePlugin<'notes', [], never, { readonly menuz: string }>>[0]['menuz']
export const sentence: Refused = 'menuz is not a member of a plugin: fix its spelling or remove it'
// @ts-expect-error a mistyped member of any type
export const untyped = definePlugin({ ...base, menuz: JSON.parse('[]') })
const elsewhere = { name: 'notes', info, models: [], mount() {}, helth() {} } as const
// @ts-expect-error a mistyped member, in an object made elsewhere
export const made = definePlugin(elsewhere)
// @ts-expect-error a mistyped member, beside a spread
export const spread = definePlugin({ ...base, strat() {} })
class Mistyped extends NotesPlugin {
  helpDoc(): [] {
    return []
  }
}
// @ts-expect-error a mistyped member, on a class instance
export const mistyped = definePlugin(new Mistyped())
// @ts-expect-error a wrong signature
export const signature = definePlugin({ ...base, start: (ctx: number) => ctx })
// @ts-expect-error a wrong result
export const result = definePlugin({ ...base, health: () => 'fine' })
// @ts-expect-error no name
export const nameless = definePlugin({ info, models: [], mount() {} })
// @ts-expect-error no models
export const modelless = definePlugin({ name: 'notes', info, mount() {} })
// @ts-expect-error no mount
export const mountless = definePlugin({ name: 'notes', info, models: [] })
// @ts-expect-error a help folder that is not relative to the package
export const helpFolder = definePlugin({ ...base, helpDocsFS: 'docs' })

// @ts-expect-error a menu entry without id
export const noId: MenuItem = { label: 'Notes', path: '/notes' }
// @ts-expect-error a menu entry without label
export const noLabel: MenuItem = { id: 'notes', path: '/notes' }
// @ts-expect-error a menu entry without path
export const noPath: MenuItem = { id: 'notes', label: 'Notes' }
// @ts-expect-error a role that does not exist
export const noRole: Role = 'guest'

// @ts-expect-error a schema that yields no JSON Schema
defineEndpoint({ pattern: 'POST /api/x/notes/a', input: z.object({}), output: nothing, summary: 'A' })
// @ts-expect-error no output schema
endpoint({ pattern: 'POST /api/x/notes/b', input: z.object({}), summary: 'B' })
// @ts-expect-error a wildcard that is a property of the input too
endpoint({ pattern: 'POST /api/x/notes/{id}', input: z.object({ id: z.string() }), output: nothing, summary: 'C' })
// @ts-expect-error an audience that does not exist
endpoint({ pattern: 'POST /api/x/notes/d', input: nothing, output: nothing, summary: 'D', audience: 'friends' })
// @ts-expect-error an endpoint of another plugin
definePlugin({ ...base, name: 'other', mount: (mux) => mux.endpoint(createNote, () => ({ id: '', title: '' })) })
