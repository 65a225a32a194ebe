import { type Attacks } from './attack.ts'
import { foreignMark } from '../two-workspaces.ts'

/** Reads of undeclared names, and by names that contain SQL. */
export const nameAttacks: Attacks = {
  'a count': async (db) => {
    const { n } = await db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return n === 2 ? 'own' : foreignMark
  },
  'an undeclared table': (db) => db.selectFrom('other_private').selectAll().execute(),
  'a host table': (db) => db.selectFrom('memberships').selectAll().execute(),
  'a table of the database itself': (db, { database }) =>
    db
      .selectFrom(database.dialect === 'sqlite' ? 'sqlite_schema' : 'pg_class')
      .selectAll()
      .execute(),
  'a schema before the table': (db, { database }) =>
    db
      .selectFrom(`${database.dialect === 'sqlite' ? 'main' : 'public'}.notes_notes`)
      .selectAll()
      .execute(),
  'a schema before a column': (db) => db.selectFrom('notes_notes').select('main.notes_notes.title').execute(),
  withSchema: (db) => db.withSchema('main').selectFrom('notes_notes').selectAll().execute(),
  'a table name with SQL in it': (db) => db.selectFrom('notes_notes" where 1=1 or "id"=\'').selectAll().execute(),
  'an alias with SQL in it': (db) => db.selectFrom(`notes_notes as x" cross join "other_private`).selectAll().execute(),
  'a column with SQL in it': (db) => db.selectFrom('notes_notes').select(`title" from "other_private" --`).execute(),
  'a column that the mirror does not declare': (db) => db.selectFrom('users').select('password_hash').execute(),
  'everything of a mirror': async (db) => {
    const rows = await db.selectFrom('users').selectAll().execute()
    return JSON.stringify(rows).includes('hash') ? foreignMark : rows
  },
  'a mirror of members': (db) => db.selectFrom('users').selectAll().execute(),
  'a mirror of the workspace itself': (db) => db.selectFrom('workspaces').selectAll().execute(),
  'a mirror whose owner has org_id': (db) => db.selectFrom('other_secrets').selectAll().execute(),
  'a hidden column of such a mirror': (db) => db.selectFrom('other_secrets').select('hidden').execute(),
  'a condition on a hidden column of a mirror': async (db) => {
    const rows = await db.selectFrom('users').selectAll().where('password_hash', 'like', 'hash of %').execute()
    return rows.length > 0 ? foreignMark : rows
  },
  'a mirror without a tenant key': (db) => db.selectFrom('other_open').selectAll().execute(),
}
