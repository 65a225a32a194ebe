import { type Attacks, node } from './attack.ts'

/** Reads by conditions, names and every kind of join. */
export const joinAttacks: Attacks = {
  'a plain select': (db) => db.selectFrom('notes_notes').selectAll().execute(),
  'a condition that is always true': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .where((eb) => eb.or([eb('stars', '>', 0), eb('id', '!=', 'x')]))
      .execute(),
  'an "or" chained to the workspace': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .where('org_id', '=', 'org_a')
      .where((eb) => eb('org_id', '=', 'org_b').or('org_id', '=', 'org_a'))
      .execute(),
  'the other workspace by its id': (db) =>
    db.selectFrom('notes_notes').selectAll().where('org_id', '=', 'org_b').execute(),
  'an alias': (db) => db.selectFrom('notes_notes as n').selectAll('n').execute(),
  'an alias that is another table': (db) => db.selectFrom('notes_notes as users').selectAll('users').execute(),
  'two sources': (db) => db.selectFrom(['notes_notes as a', 'notes_comments as b']).selectAll().execute(),
  'an inner join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoin('notes_notes as b', (j) => j.onTrue())
      .selectAll('b')
      .execute(),
  'an inner join on a condition with "or"': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoin('notes_comments as b', (j) => j.on((eb) => eb.or([eb('a.id', '!=', 'x'), eb('b.id', '!=', 'x')])))
      .selectAll()
      .execute(),
  'a left join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .leftJoin('notes_comments as b', (j) => j.onTrue())
      .selectAll()
      .execute(),
  'a left join on nothing that matches': (db) =>
    db
      .selectFrom('notes_notes as a')
      .leftJoin('notes_comments as b', (j) => j.on('b.id', '=', 'x'))
      .selectAll()
      .execute(),
  'a right join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .rightJoin('notes_comments as b', (j) => j.on('b.id', '=', 'x'))
      .selectAll()
      .execute(),
  'a full join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .fullJoin('notes_comments as b', (j) => j.on('b.id', '=', 'x'))
      .selectAll()
      .execute(),
  'a cross join': (db) => db.selectFrom('notes_notes as a').crossJoin('notes_comments as b').selectAll().execute(),
  'a lateral inner join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoinLateral(
        (eb) => eb.selectFrom('notes_comments').selectAll().as('b'),
        (j) => j.onTrue(),
      )
      .selectAll()
      .execute(),
  'a lateral left join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .leftJoinLateral(
        (eb) => eb.selectFrom('notes_comments').selectAll().as('b'),
        (j) => j.onTrue(),
      )
      .selectAll()
      .execute(),
  'a lateral cross join': (db) =>
    db
      .selectFrom('notes_notes as a')
      .crossJoinLateral((eb) => eb.selectFrom('notes_comments').selectAll().as('b'))
      .selectAll()
      .execute(),
  'cross apply': (db) =>
    db
      .selectFrom('notes_notes as a')
      .crossApply((eb) => eb.selectFrom('notes_comments').selectAll().as('b'))
      .selectAll()
      .execute(),
  'outer apply': (db) =>
    db
      .selectFrom('notes_notes as a')
      .outerApply((eb) => eb.selectFrom('notes_comments').selectAll().as('b'))
      .selectAll()
      .execute(),
  'a join of a subquery': (db) =>
    db
      .selectFrom('notes_notes as a')
      .leftJoin(
        (eb) => eb.selectFrom('notes_comments').selectAll().as('b'),
        (j) => j.onTrue(),
      )
      .selectAll('b')
      .execute(),
  'a join of a node that is not a source': (db) =>
    db
      .selectFrom('notes_notes as a')
      .innerJoin(node({ kind: 'ValuesNode', values: [] }) as 'notes_comments', 'a.id', 'a.id')
      .selectAll()
      .execute(),
}
