import { sql } from 'kysely'
import { node, type Attacks } from './attack.ts'

/** Reads by raw SQL, wherever the builder takes it. */
export const rawAttacks: Attacks = {
  'raw SQL as a query': (db) => sql`select * from other_private`.execute(db),
  'raw SQL compiled and run': (db) => db.executeQuery(sql`select * from other_private`.compile(db)),
  'raw SQL in a selection': (db) =>
    db
      .selectFrom('notes_notes')
      .select(sql`(select max(secret) from other_private)`.as('x'))
      .execute(),
  'raw SQL in a condition': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .where(sql<boolean>`1=1) or (1=1`)
      .execute(),
  'raw SQL in from': (db) =>
    db
      .selectFrom(sql`other_private`.as('x'))
      .selectAll()
      .execute(),
  'raw SQL as an alias': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.ref('title').as(sql`x from other_private --` as never))
      .execute(),
  'raw SQL in an order': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .orderBy(sql`(select max(secret) from other_private)`)
      .execute(),
  'raw SQL as a direction': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .orderBy(
        node({
          kind: 'OrderByItemNode',
          orderBy: sql.ref('id').toOperationNode(),
          direction: sql`asc union all select * from notes_notes`.toOperationNode(),
        }),
      )
      .execute(),
  'raw SQL in a group': (db) => db.selectFrom('notes_notes').select('id').groupBy(sql.raw('id having 1=1')).execute(),
  'raw SQL in a limit': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .limit(sql<number>`(select 5)`)
      .execute(),
  'raw SQL in a join': (db) =>
    db
      .selectFrom('notes_notes')
      .innerJoin(sql`other_private`.as('x'), (j) => j.onTrue())
      .selectAll()
      .execute(),
  'raw SQL in a join condition': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoin('notes_comments as b', (j) => j.on(sql<boolean>`true cross join other_private`))
      .selectAll()
      .execute(),
  'raw SQL in a function': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn.max(sql`(select max(secret) from other_private)` as never).as('x'))
      .execute(),
  'raw SQL in a modifier': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .modifyEnd(sql`union all select * from notes_notes`)
      .execute(),
  'raw SQL before the selections': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .modifyFront(sql`(select max(secret) from other_private),`)
      .execute(),
  'raw SQL as a common table expression': (db) =>
    db
      .with('x', () => sql`select * from other_private` as never)
      .selectFrom('x')
      .selectAll()
      .execute(),
  'a table reference by sql': (db) => db.selectFrom(sql.table('other_private').as('x')).selectAll().execute(),
}
