import { column, mirror, model, type TablesOf } from '@host/plugin'
import { tablesOf } from './tables-of.ts'
import type { TestDatabaseProduct } from './test-databases.ts'
import { DataAccess, type OpenedDoor } from '../../src/database/data-access.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'

/** The host's tables as the tests need them. */
export const hostModels = [
  model('workspaces', { id: column.id('org'), name: column.text() }),
  model('users', { id: column.id('usr'), email: column.text(), password_hash: column.text() }),
  model('memberships', { org_id: column.org(), user_id: column.text() }, { unique: [['org_id', 'user_id']] }),
] as const

const note = model(
  'notes_notes',
  {
    id: column.id('note'),
    org_id: column.org(),
    title: column.text(),
    slug: column.text(),
    stars: column.integer({ default: 0 }),
    pinned: column.boolean({ default: false }),
    tags: column.json<readonly string[]>({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: ['slug'], index: [['org_id', 'created_at']] },
)

/** A plugin with workspace tables, a table of the whole instance, and every kind of mirror. */
export const notesModels = [
  note,
  model('notes_comments', { id: column.id('cmt'), org_id: column.org(), note_id: column.text(), body: column.text() }),
  model('notes_pins', {
    id: column.id('pin'),
    org_id: column.org(),
    note_id: column.reference(note, { onDelete: 'cascade', nullable: true }),
  }),
  model('notes_config', { id: column.id('cfg'), value: column.text() }),
  mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' }),
  mirror(
    'users',
    { id: column.id('usr'), email: column.text() },
    { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
  ),
  mirror('other_open', { id: column.id('opn'), name: column.text() }),
  mirror('other_secrets', { id: column.id('sec'), secret: column.text() }),
] as const

/** A plugin whose tables the first one must not reach. */
export const otherModels = [
  model('other_secrets', { id: column.id('sec'), org_id: column.org(), secret: column.text(), hidden: column.text() }),
  model('other_open', { id: column.id('opn'), name: column.text() }),
  model('other_private', { id: column.id('prv'), org_id: column.org(), secret: column.text() }),
] as const

export type NotesTables = TablesOf<typeof notesModels>

/** In every text of workspace B, and nowhere else. */
export const foreignMark = 'FOREIGN'

export const owners = [
  { name: 'host', models: hostModels },
  { name: 'notes', models: notesModels },
  { name: 'other', models: otherModels },
]

const tables = tablesOf(owners)

/** A database with two workspaces, `org_a` and `org_b`, filled alike. */
export async function openTwoWorkspaces(product: TestDatabaseProduct) {
  const fresh = await product.create(tables)
  const database = await fresh.open()
  await migrate(database, owners)
  const doors: OpenedDoor[] = []
  const access = new DataAccess({ database, owners, onDoor: (door) => doors.push(door) })
  for (const [orgId, mark] of [
    ['org_a', 'own'],
    ['org_b', foreignMark],
  ] as const) {
    await fill(access, orgId, mark)
  }
  return {
    database,
    access,
    doors,
    a: access.inWorkspace<NotesTables>('notes', 'org_a'),
    b: access.inWorkspace<NotesTables>('notes', 'org_b'),
    /** Gives workspace A its first notes back. */
    refill: () => fillNotes(access, 'org_a', 'own'),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

async function fill(access: DataAccess, orgId: string, mark: string): Promise<void> {
  const host = access.forHost(hostModels)
  await host
    .insertInto('workspaces')
    .values({ id: orgId, name: `${mark} workspace` })
    .execute()
  await host
    .insertInto('users')
    .values({ id: `usr_${mark}`, email: `${mark}@example.com`, password_hash: `hash of ${mark}` })
    .execute()
  await host
    .insertInto('memberships')
    .values({ org_id: orgId, user_id: `usr_${mark}` })
    .execute()
  await fillNotes(access, orgId, mark)
  const other = access.inWorkspace<TablesOf<typeof otherModels>>('other', orgId)
  await other
    .insertInto('other_secrets')
    .values({ secret: `${mark} secret`, hidden: `hidden ${mark}` })
    .execute()
  await other
    .insertInto('other_private')
    .values({ secret: `${mark} private` })
    .execute()
  await other
    .insertInto('other_open')
    .values({ name: `${mark} open` })
    .execute()
}

async function fillNotes(access: DataAccess, orgId: string, mark: string): Promise<void> {
  const notes = access.inWorkspace<NotesTables>('notes', orgId)
  await notes.batch([notes.deleteFrom('notes_notes'), notes.deleteFrom('notes_comments')])
  for (const place of [1, 2]) {
    const id = `note_${mark}${place}`
    await notes
      .insertInto('notes_notes')
      .values({ id, title: `${mark} note ${place}`, slug: `${mark}-${place}`, stars: place })
      .execute()
    await notes
      .insertInto('notes_comments')
      .values({ note_id: id, body: `${mark} comment ${place}` })
      .execute()
    await notes
      .insertInto('notes_pins')
      .values({ id: `pin_${mark}${place}`, note_id: id })
      .execute()
  }
}
