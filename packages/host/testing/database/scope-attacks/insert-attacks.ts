import { sql } from 'kysely'
import { type Attacks, foreignQuery, scoped } from './attack.ts'
import { foreignMark } from '../two-workspaces.ts'

/** Inserts, upserts, merges and other writes. */
export const insertAttacks: Attacks = {
  'an insert into the other workspace': (db) =>
    db.insertInto('notes_notes').values({ title: 'hacked', slug: 'h', org_id: 'org_b' }).execute(),
  'an insert of several rows, one into the other workspace': (db) =>
    db
      .insertInto('notes_notes')
      .values([
        { title: 'own', slug: 'o' },
        { title: 'hacked', slug: 'h', org_id: 'org_b' },
      ])
      .execute(),
  'an insert with the workspace in other letters': (db) =>
    db.insertInto('notes_notes').values({ title: 'hacked', slug: 'h', ORG_ID: 'org_b' }).execute(),
  'an insert from a select with the workspace': (db) =>
    db
      .insertInto('notes_comments')
      .columns(['id', 'note_id', 'body', 'org_id'])
      .expression((eb) =>
        eb.selectFrom('notes_notes').select(['id', 'id as note_id', 'title', eb.val('org_b').as('org_id')]),
      )
      .execute(),
  'an insert from a select without columns': (db) =>
    db
      .insertInto('notes_comments')
      .expression((eb) => eb.selectFrom('notes_comments').selectAll())
      .execute(),
  'an insert from a select of an undeclared table': (db) =>
    db
      .insertInto('notes_comments')
      .columns(['id', 'note_id', 'body'])
      .expression((eb) => eb.selectFrom('other_private').select(['id', 'id as note_id', 'secret']))
      .execute(),
  'an insert into a mirror': (db) => db.insertInto('users').values({ id: 'usr_x', email: 'hacked' }).execute(),
  'an insert into an undeclared table': (db) =>
    db.insertInto('memberships').values({ org_id: 'org_b', user_id: 'usr_own' }).execute(),
  'an insert under an alias': (db) =>
    db.insertInto('notes_notes as n').values({ title: 'hacked', slug: 'h' }).execute(),
  'an upsert on a row of the other workspace': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onConflict((oc) => oc.column('slug').doUpdateSet({ title: 'hacked' }))
      .execute(),
  'an upsert with "or"': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onConflict((oc) =>
        oc
          .column('slug')
          .doUpdateSet({ title: 'hacked' })
          .where((eb) => eb.or([eb('notes_notes.id', '!=', 'x'), eb('notes_notes.id', '=', 'x')])),
      )
      .execute(),
  'an upsert that takes the row over': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onConflict((oc) => oc.column('slug').doUpdateSet({ org_id: 'org_a' }))
      .execute(),
  'an upsert by the id of the other workspace': (db) =>
    db
      .insertInto('notes_notes')
      .values({ id: `note_${foreignMark}1`, title: 'hacked', slug: 'h' })
      .onConflict((oc) => oc.column('id').doUpdateSet((eb) => ({ title: eb.ref('excluded.title') })))
      .execute(),
  'an upsert by constraint': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onConflict((oc) => oc.constraint('notes_notes.slug.key').doUpdateSet({ title: 'hacked' }))
      .execute(),
  'an upsert by expression': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onConflict((oc) => oc.expression(sql`slug`).doUpdateSet({ title: 'hacked' }))
      .execute(),
  'an upsert from a select': (db) =>
    db
      .insertInto('notes_notes')
      .columns(['id', 'title', 'slug'])
      .expression((eb) =>
        eb
          .selectFrom('notes_notes')
          .select([eb.val('note_new').as('id'), 'title', eb.val(`${foreignMark}-1`).as('slug')])
          .limit(1),
      )
      .onConflict((oc) => oc.column('slug').doUpdateSet({ title: 'hacked' }))
      .execute(),
  'replace into': (db) =>
    db
      .replaceInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .execute(),
  'insert or replace': (db) =>
    db
      .insertInto('notes_notes')
      .orReplace()
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .execute(),
  'on duplicate key': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'hacked', slug: `${foreignMark}-1` })
      .onDuplicateKeyUpdate({ title: 'hacked' })
      .execute(),
  merge: (db) =>
    db
      .mergeInto('notes_notes as t')
      .using('notes_comments as s', 's.note_id', 't.id')
      .whenMatched()
      .thenUpdateSet({ title: 'hacked' })
      .execute(),
  'merge of a row that has no match': (db) =>
    db
      .mergeInto('notes_notes as t')
      .using('notes_comments as s', 's.note_id', 't.slug')
      .whenNotMatchedBySource()
      .thenDelete()
      .execute(),
  'raw SQL': (db) => sql`delete from notes_notes`.execute(db),
  'raw SQL after a common table expression': (db) =>
    db
      .with('x', () => sql`delete from notes_notes returning *` as never)
      .selectFrom('x')
      .selectAll()
      .execute(),
  'two statements in one': (db) =>
    db.selectFrom('notes_notes').selectAll().where('id', '=', `x'; delete from notes_notes; --`).execute(),
  'the schema builder': (db) => db.schema.dropTable('notes_notes').execute(),
  'a foreign compiled query': (db) => db.executeQuery(foreignQuery('delete from notes_notes')),
  'a foreign query in a batch': (db) => scoped(db).batch([{ compile: () => foreignQuery('delete from notes_notes') }]),
  'a query that marks itself as reading': (db) =>
    db
      .with('x', (c) => c.deleteFrom('notes_notes').returningAll())
      .selectFrom('x')
      .selectAll()
      .execute(),
  'a write in a transaction': (db) => scoped(db).transaction((tx) => tx.deleteFrom('notes_notes').execute()),
}
