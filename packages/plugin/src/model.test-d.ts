import type { AnyModel, Insert, Patch, Row, TablesOf } from './model.ts'
import type { DatabaseDoors, ScopedDatabase } from './database.ts'
import { column } from './column.ts'
import { mirror, model } from './model.ts'

type IsAny<A> = 0 extends 1 & A ? true : false
type Same<A, B> = IsAny<A> extends IsAny<B> ? ([A] extends [B] ? ([B] extends [A] ? true : false) : false) : false

function assertSame<A, B>(..._proof: Same<A, B> extends true ? [] : [never]): void {}

const Note = model(
  'notes_notes',
  {
    id: column.id('note'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    state: column.text<'open' | 'done'>({ default: 'open' }),
    body: column.text({ nullable: true }),
    stars: column.integer({ default: 0 }),
    pinned: column.boolean({ default: false }),
    tags: column.json<readonly string[]>({ default: [] }),
    extra: column.json<{ readonly colour: string }>({ nullable: true }),
    created_at: column.time({ default: 'now' }),
    due_at: column.time({ nullable: true }),
    weight: column.real(),
    digest: column.bytes(),
  },
  { unique: [['org_id', 'title']], index: ['created_at'] },
)
const UserMirror = mirror(
  'users',
  { id: column.id('usr'), email: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

assertSame<
  Row<typeof Note>,
  {
    id: string
    org_id: string
    title: string
    state: 'open' | 'done'
    body: string | null
    stars: number
    pinned: boolean
    tags: readonly string[]
    extra: { readonly colour: string } | null
    created_at: string
    due_at: string | null
    weight: number
    digest: Uint8Array
  }
>()

export const smallest: Insert<typeof Note> = { title: 'Milk', weight: 1, digest: new Uint8Array() }
export const full: Insert<typeof Note> = {
  ...smallest,
  id: 'note_x',
  state: 'done',
  body: null,
  due_at: null,
  pinned: true,
  tags: ['a'],
}
export const patch: Patch<typeof Note> = { title: 'Bread', due_at: null }
// @ts-expect-error a required column is missing
export const withoutTitle: Insert<typeof Note> = { weight: 1, digest: new Uint8Array() }
// @ts-expect-error org_id is stamped by the scope
export const foreign: Insert<typeof Note> = { ...smallest, org_id: 'org_b' }
// @ts-expect-error org_id never changes
export const moved: Patch<typeof Note> = { org_id: 'org_b' }
// @ts-expect-error an id never changes
export const renamed: Patch<typeof Note> = { id: 'note_y' }
// @ts-expect-error not one of the values
export const wrongState: Patch<typeof Note> = { state: 'later' }
// @ts-expect-error a required column does not hold null
export const nulled: Patch<typeof Note> = { title: null }

// @ts-expect-error a column of an unknown kind
model('notes_money', { price: { kind: 'money', nullable: false } })
// @ts-expect-error an unknown builder
export const money = column.money
// @ts-expect-error an unknown option
column.text({ maximum: 3 })
// @ts-expect-error a default of another type
column.integer({ default: 'none' })
// @ts-expect-error a default outside the values
column.text<'open' | 'done'>({ default: 'later' })
// @ts-expect-error an index on an unknown column
model('notes_notes', { title: column.text() }, { index: ['titel'] })
// @ts-expect-error a tenant key that isn't a column
mirror('users', { id: column.id('usr') }, { tenantKey: 'org' })

declare function definePlugin<const Models extends readonly AnyModel[]>(plugin: {
  models: Models
  mount(db: ScopedDatabase<TablesOf<Models>>, doors: DatabaseDoors<TablesOf<Models>>): Promise<void>
}): void

definePlugin({
  models: [Note, UserMirror],
  async mount(db, doors) {
    const rows = await db
      .selectFrom('notes_notes')
      .select(['title', 'tags', 'due_at'])
      .where('pinned', '=', true)
      .execute()
    assertSame<(typeof rows)[number], { title: string; tags: readonly string[]; due_at: string | null }>()
    const joined = await db
      .selectFrom('notes_notes')
      .leftJoin('users', 'users.id', 'notes_notes.title')
      .select('users.email')
      .execute()
    assertSame<(typeof joined)[number], { email: string | null }>()
    await db.insertInto('notes_notes').values(smallest).execute()
    // @ts-expect-error the table is not declared
    db.selectFrom('links_links')
    // @ts-expect-error the column is not declared
    db.selectFrom('notes_notes').select('colour')
    // @ts-expect-error a mirror is read only
    db.insertInto('users').values({ email: 'a@b.c' })
    // @ts-expect-error a mirror is read only
    db.updateTable('users').set({ email: 'a@b.c' })
    // @ts-expect-error the scope stamps org_id
    db.insertInto('notes_notes').values({ ...smallest, org_id: 'org_b' })
    // @ts-expect-error there is no schema builder
    void db.schema
    // @ts-expect-error there is no way around the scope
    void db.withoutPlugins
    const number = await db.transaction(async (transaction) => {
      await transaction.deleteFrom('notes_notes').where('id', '=', 'note_x').execute()
      // @ts-expect-error a transaction holds no second one
      void transaction.transaction
      return 1
    })
    assertSame<typeof number, number>()
    const everywhere = doors.asInstance('count for the console')
    await everywhere
      .insertInto('notes_notes')
      .values({ ...smallest, org_id: 'org_b' })
      .execute()
    // @ts-expect-error outside a scope org_id has to be given
    everywhere.insertInto('notes_notes').values(smallest)
    await doors.inWorkspace('org_b', 'nightly digest').selectFrom('users').selectAll().execute()
    // @ts-expect-error a door is not opened without a reason
    doors.asInstance()
  },
})
