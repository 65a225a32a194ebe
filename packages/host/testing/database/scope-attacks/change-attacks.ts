import { sql } from 'kysely'
import { type Attacks } from './attack.ts'
import { foreignMark } from '../two-workspaces.ts'

/** Updates and deletes. */
export const changeAttacks: Attacks = {
  'an update of everything': (db) => db.updateTable('notes_notes').set({ title: 'hacked' }).execute(),
  'an update with "or"': (db) =>
    db
      .updateTable('notes_notes')
      .set({ title: 'hacked' })
      .where((eb) => eb.or([eb('id', '=', 'x'), eb('id', '!=', 'x')]))
      .execute(),
  'an update by id': (db) =>
    db.updateTable('notes_notes').set({ title: 'hacked' }).where('id', '=', `note_${foreignMark}1`).execute(),
  'an update under another name': (db) =>
    db.updateTable('notes_notes as n').set({ title: 'hacked' }).where('n.org_id', '=', 'org_b').execute(),
  'an update of the workspace': (db) => db.updateTable('notes_notes').set({ org_id: 'org_b' }).execute(),
  'an update from another table': (db) =>
    db
      .updateTable('notes_notes')
      .from('notes_comments as c')
      .set({ title: 'hacked' })
      .whereRef('c.note_id', '!=', 'notes_notes.id')
      .execute(),
  'an update from with a join': (db) =>
    db
      .updateTable('notes_notes')
      .from('notes_comments as c')
      .innerJoin('notes_notes as b', (j) => j.onTrue())
      .set({ title: 'hacked' })
      .whereRef('b.id', '!=', 'c.id')
      .execute(),
  'an update with a join alone': (db) =>
    db
      .updateTable('notes_notes')
      .innerJoin('notes_comments', (j) => j.onTrue())
      .set({ title: 'hacked' })
      .execute(),
  'an update of two tables': (db) =>
    db.updateTable(['notes_notes', 'notes_comments']).set({ org_id: 'org_a' }).execute(),
  'an update from a subquery of the other workspace': (db) =>
    db
      .updateTable('notes_notes')
      .set((eb) => ({
        title: eb.selectFrom('notes_notes as b').select('title').where('b.org_id', '=', 'org_b').limit(1),
      }))
      .where('id', '=', 'x')
      .execute(),
  'an update of a mirror': (db) => db.updateTable('users').set({ email: 'hacked' }).execute(),
  'an update of an undeclared table': (db) => db.updateTable('other_private').set({ secret: 'hacked' }).execute(),
  'an update of a common table expression': (db) =>
    db
      .with('x', (c) => c.selectFrom('notes_notes').selectAll())
      .updateTable('x')
      .set({ title: 'hacked' })
      .execute(),
  'an update with raw SQL': (db) =>
    db
      .updateTable('notes_notes')
      .set({ title: sql`'hacked' where 1=1 --` })
      .execute(),
  'an update with a column of SQL': (db) => db.updateTable('notes_notes').set({ 'title" = 1 --': 'hacked' }).execute(),
  'an update with a modifier': (db) =>
    db
      .updateTable('notes_notes')
      .set({ title: 'hacked' })
      .modifyEnd(sql`or 1=1`)
      .execute(),
  'a limited update': (db) => db.updateTable('notes_notes').set({ title: 'hacked' }).limit(9).execute(),
  'a delete of everything': (db) => db.deleteFrom('notes_notes').execute(),
  'a delete with "or"': (db) =>
    db
      .deleteFrom('notes_notes')
      .where((eb) => eb.or([eb('id', '=', 'x'), eb('id', '!=', 'x')]))
      .execute(),
  'a delete under another name': (db) => db.deleteFrom('notes_notes as n').where('n.org_id', '=', 'org_b').execute(),
  'a delete using another table': (db) =>
    db.deleteFrom('notes_notes').using('notes_comments as c').whereRef('c.note_id', '!=', 'notes_notes.id').execute(),
  'a delete using itself': (db) =>
    db.deleteFrom('notes_notes as a').using('notes_notes as b').whereRef('a.id', '!=', 'b.id').execute(),
  'a delete using a subquery': (db) =>
    db
      .deleteFrom('notes_notes')
      .using((eb) => eb.selectFrom('notes_comments').selectAll().as('c'))
      .whereRef('c.note_id', '!=', 'notes_notes.id')
      .execute(),
  'a delete of two tables': (db) => db.deleteFrom(['notes_notes', 'notes_comments']).execute(),
  'a delete of a mirror': (db) => db.deleteFrom('users').execute(),
  'a delete of an undeclared table': (db) => db.deleteFrom('memberships').execute(),
  'a delete with a returning subquery': (db) =>
    db
      .deleteFrom('notes_notes')
      .where('id', '=', 'x')
      .returning((eb) => eb.selectFrom('other_private').select('secret').as('x'))
      .execute(),
}
