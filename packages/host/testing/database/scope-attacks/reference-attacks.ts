import { foreignMark } from '../two-workspaces.ts'
import { scoped, type Attacks } from './attack.ts'

const foreign = `note_${foreignMark}1`

/** Writes that let a row refer to a row of the other workspace, and deletions that reach it over a reference. */
export const referenceAttacks: Attacks = {
  'an insert that refers to a foreign row': (db) => db.insertInto('notes_pins').values({ note_id: foreign }).execute(),
  'an insert of several rows, one of which refers to a foreign row': (db) =>
    db
      .insertInto('notes_pins')
      .values([{ note_id: null }, { note_id: foreign }])
      .execute(),
  'an update that refers to a foreign row': (db) => db.updateTable('notes_pins').set({ note_id: foreign }).execute(),
  'an update from a joined table': (db) =>
    db
      .updateTable('notes_pins')
      .from('notes_notes as n')
      .set((eb) => ({ note_id: eb.fn('replace', [eb.ref('n.id'), eb.val('own'), eb.val(foreignMark)]) }))
      .execute(),
  'an update by a computed id': (db) =>
    db
      .updateTable('notes_pins')
      .set((eb) => ({ note_id: eb.fn('concat', [eb.val('note_'), eb.val(`${foreignMark}1`)]) }))
      .execute(),
  'an upsert that refers to a foreign row': (db) =>
    db
      .insertInto('notes_pins')
      .values({ id: 'pin_own1', note_id: 'note_own1' })
      .onConflict((oc) => oc.column('id').doUpdateSet({ note_id: foreign }))
      .execute(),
  'an upsert on a foreign row': (db) =>
    db
      .insertInto('notes_pins')
      .values({ id: `pin_${foreignMark}1`, note_id: 'note_own1' })
      .onConflict((oc) => oc.column('id').doUpdateSet({ note_id: 'note_own1' }))
      .execute(),
  'an insert from a select': (db) =>
    db
      .insertInto('notes_pins')
      .columns(['id', 'note_id'])
      .expression((eb) => eb.selectFrom('notes_notes').select(['id', eb.val(foreign).as('note_id')]))
      .execute(),
  'a transaction that commits after a caught refusal': (db) =>
    scoped(db).transaction(async (inner) => {
      await inner
        .insertInto('notes_pins')
        .values({ note_id: foreign })
        .execute()
        .catch(() => undefined)
      await inner.insertInto('notes_pins').values({ note_id: 'note_own1' }).execute()
    }),
  'a batch with a reference to a foreign row': (db) =>
    scoped(db).batch([scoped(db).insertInto('notes_pins').values({ note_id: foreign })]),
  'a new row under the id of a foreign row, deleted with all that refers to it': async (db) => {
    await db.insertInto('notes_notes').values({ id: foreign, title: 'hacked', slug: 'h' }).execute()
    await db.deleteFrom('notes_notes').where('id', '=', foreign).execute()
  },
  'a deletion of every row that the scope reaches': (db) => db.deleteFrom('notes_notes').execute(),
  'a deletion by the id of a foreign row': (db) => db.deleteFrom('notes_notes').where('id', '=', foreign).execute(),
}
