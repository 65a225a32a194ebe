import { type Attacks, type Loose, node } from './attack.ts'
import { foreignMark } from '../two-workspaces.ts'

/** Reads by subqueries, common table expressions and set operations. */
export const subqueryAttacks: Attacks = {
  'a subquery in from': (db) =>
    db
      .selectFrom((eb) => eb.selectFrom('notes_notes').selectAll().as('x'))
      .selectAll()
      .execute(),
  'a subquery in a selection': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) =>
        eb
          .selectFrom('notes_comments')
          .select((e) => e.fn.agg('string_agg', ['body', e.val(',')]).as('x'))
          .as('all'),
      )
      .execute(),
  'a subquery in a condition': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn.countAll().as('n'))
      .where((eb) => eb.exists(eb.selectFrom('notes_notes as b').selectAll().where('b.org_id', '=', 'org_b')))
      .groupBy('org_id')
      .execute(),
  'a subquery in an order': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .orderBy((eb) => eb.selectFrom('other_private').select('secret').limit(1))
      .execute(),
  'a subquery in having': (db) =>
    db
      .selectFrom('notes_notes')
      .select('org_id')
      .groupBy('org_id')
      .having((eb) => eb.exists(eb.selectFrom('other_private').select('secret')))
      .execute(),
  'a subquery in a case': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) =>
        eb
          .case()
          .when('stars', '>', 0)
          .then(eb.selectFrom('notes_notes as b').select('title').where('b.org_id', '=', 'org_b').limit(1))
          .end()
          .as('x'),
      )
      .execute(),
  'a subquery in a function': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) =>
        eb.fn
          .coalesce(
            eb.selectFrom('notes_notes as b').select('title').where('b.org_id', '=', 'org_b').limit(1),
            eb.val('none'),
          )
          .as('x'),
      )
      .execute(),
  'a subquery in a limit': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .limit(((eb: Loose) => eb.selectFrom('other_private').select('secret')) as never)
      .execute(),
  'a correlated subquery': (db) =>
    db
      .selectFrom('notes_notes as a')
      .select((eb) =>
        eb
          .selectFrom('notes_notes as b')
          .select('b.title')
          .whereRef('b.stars', '=', 'a.stars')
          .whereRef('b.org_id', '!=', 'a.org_id')
          .limit(1)
          .as('x'),
      )
      .execute(),
  'a common table expression': (db) =>
    db
      .with('x', (c) => c.selectFrom('notes_notes').selectAll())
      .selectFrom('x')
      .selectAll()
      .execute(),
  'a common table expression named like a declared table': (db) =>
    db
      .with('notes_notes', (c) => c.selectFrom('notes_comments').selectAll())
      .selectFrom('notes_notes')
      .selectAll()
      .execute(),
  'a common table expression named like a declared table in other letters': (db) =>
    db
      .with('NOTES_NOTES', (c) => c.selectFrom('notes_comments').selectAll())
      .selectFrom('notes_notes')
      .selectAll()
      .execute(),
  'a common table expression over the membership of a mirror': (db) =>
    db
      .with('memberships', (c) =>
        c
          .selectFrom('notes_notes')
          .select((eb) => [eb.val(`usr_${foreignMark}`).as('user_id'), eb.val('org_a').as('org_id')]),
      )
      .selectFrom('users')
      .selectAll()
      .execute(),
  'a common table expression that names itself': (db) =>
    db
      .with('other_private', (c) => c.selectFrom('other_private').selectAll())
      .selectFrom('other_private')
      .selectAll()
      .execute(),
  'a recursive one that names itself': (db) =>
    db
      .withRecursive('other_private', (c) => c.selectFrom('other_private').selectAll())
      .selectFrom('other_private')
      .selectAll()
      .execute(),
  'a name that is visible only in a subquery': (db) =>
    db
      .selectFrom('other_private')
      .selectAll()
      .where((eb) =>
        eb.exists(
          db
            .with('other_private', (c) => c.selectFrom('notes_notes').select('id'))
            .selectFrom('other_private')
            .select('id') as never,
        ),
      )
      .execute(),
  'a later common table expression': (db) =>
    db
      .with('x', (c) => c.selectFrom('other_private').selectAll())
      .with('other_private', (c) => c.selectFrom('notes_notes').selectAll())
      .selectFrom('x')
      .selectAll()
      .execute(),
  'a recursive common table expression': (db) =>
    db
      .withRecursive('tree', (c) =>
        c
          .selectFrom('notes_notes')
          .select(['id', 'title'])
          .unionAll(
            c
              .selectFrom('notes_notes')
              .innerJoin('tree', 'tree.title', 'notes_notes.title')
              .select(['notes_notes.id', 'notes_notes.title'])
              .where('tree.id', '=', 'x'),
          ),
      )
      .selectFrom('tree')
      .selectAll()
      .execute(),
  'a write in a common table expression': (db) =>
    db
      .with('x', (c) => c.updateTable('notes_notes').set({ stars: 7 }).returningAll())
      .selectFrom('x')
      .selectAll()
      .execute(),
  union: (db) =>
    db
      .selectFrom('notes_notes')
      .select('title')
      .union(db.selectFrom('notes_comments').select('body as title'))
      .execute(),
  'union all of the other workspace': (db) =>
    db
      .selectFrom('notes_notes')
      .select('title')
      .unionAll(db.selectFrom('notes_notes').select('title').where('org_id', '=', 'org_b'))
      .execute(),
  intersect: (db) =>
    db.selectFrom('notes_notes').select('title').intersect(db.selectFrom('notes_notes').select('title')).execute(),
  except: (db) =>
    db
      .selectFrom('notes_notes')
      .select('title')
      .except(db.selectFrom('notes_notes').select('title').where('org_id', '=', 'org_a'))
      .execute(),
  'a set operation of an undeclared table': (db) =>
    db
      .selectFrom('notes_notes')
      .select('title')
      .union(db.selectFrom('other_private').select('secret as title'))
      .execute(),
  'a set operation that is not a word': (db) =>
    db
      .selectFrom('notes_notes')
      .select('title')
      .$call((query) =>
        db.selectFrom(
          node({
            kind: 'AliasNode',
            node: {
              ...query.toOperationNode(),
              setOperations: [
                {
                  kind: 'SetOperationNode',
                  operator: 'union select secret from other_private union',
                  expression: query.toOperationNode(),
                },
              ],
            },
            alias: { kind: 'IdentifierNode', name: 'x' },
          }) as 'notes_notes',
        ),
      )
      .selectAll()
      .execute(),
}
