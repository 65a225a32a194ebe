import { sql } from 'kysely'
import { type Attacks } from './attack.ts'

/** Reads by modifiers and row locks. */
export const modifierAttacks: Attacks = {
  explain: (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .explain(undefined, sql`select * from other_private; --`),
  top: (db) => db.selectFrom('notes_notes').selectAll().top(1).execute(),
  fetch: (db) => db.selectFrom('notes_notes').selectAll().fetch(5).execute(),
  'distinct on': (db) =>
    db
      .selectFrom('notes_notes')
      .distinctOn(sql`1) (select secret from other_private), (1`)
      .selectAll()
      .execute(),
  'a row lock': (db) => db.selectFrom('notes_notes').selectAll().where('stars', '>', 0).forUpdate().execute(),
  'a row lock under another name': (db) =>
    db
      .selectFrom('notes_notes as n')
      .selectAll()
      .where((eb) => eb.or([eb('n.stars', '>', 0), eb('n.stars', '<', 9)]))
      .forUpdate()
      .execute(),
  'a row lock on a mirror': (db) => db.selectFrom('users').selectAll().forUpdate().execute(),
  'a row lock over a join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoin('notes_comments as b', (j) => j.onTrue())
      .selectAll()
      .forUpdate()
      .execute(),
  'a row lock of a named table': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .forUpdate('other_private' as 'notes_notes')
      .execute(),
  'a row lock in a subquery': (db) =>
    db
      .selectFrom((eb) => eb.selectFrom('notes_notes').selectAll().forUpdate().as('x'))
      .selectAll()
      .execute(),
}
