import { sql } from 'kysely'
import { type Attacks, node } from './attack.ts'

/** Reads by words that a compiler would write as they are, and by nodes that no builder makes. */
export const wordAttacks: Attacks = {
  'a function that runs SQL': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn('query_to_xml', [eb.val('select * from other_private')]).as('x'))
      .execute(),
  'a function name with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn('(select max(secret) from other_private) || lower', ['title']).as('x'))
      .execute(),
  'an aggregate name with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.fn.agg('(select max(secret) from other_private) || max', ['title']).as('x'))
      .execute(),
  'a function as a source': (db) =>
    db
      .selectFrom((eb) => eb.fn('pragma_table_list', []).as('x') as never)
      .selectAll()
      .execute(),
  'a cast with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) => eb.cast('title', 'text) from other_private --' as never).as('x'))
      .execute(),
  'an operator with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) =>
        eb('title', node({ kind: 'OperatorNode', operator: '|| (select max(secret) from other_private) ||' }), 'x').as(
          'x',
        ),
      )
      .execute(),
  'a unary operator with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select(
        node({
          kind: 'AliasNode',
          node: {
            kind: 'UnaryOperationNode',
            operator: { kind: 'OperatorNode', operator: '(select max(secret) from other_private) ||' },
            operand: { kind: 'ColumnNode', column: { kind: 'IdentifierNode', name: 'title' } },
          },
          alias: { kind: 'IdentifierNode', name: 'x' },
        }),
      )
      .execute(),
  'nulls with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .orderBy(
        node({
          kind: 'OrderByItemNode',
          orderBy: { kind: 'ColumnNode', column: { kind: 'IdentifierNode', name: 'id' } },
          nulls: 'first limit 1',
        }),
      )
      .execute(),
  'a literal with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select(
        node({
          kind: 'AliasNode',
          node: { kind: 'ValueNode', immediate: true, value: '(select max(secret) from other_private)' },
          alias: { kind: 'IdentifierNode', name: 'x' },
        }),
      )
      .execute(),
  'an identifier that is not text': (db) =>
    db
      .selectFrom('notes_notes')
      .select(
        node({
          kind: 'ColumnNode',
          column: {
            kind: 'IdentifierNode',
            name: { replaceAll: () => 'secret" from other_private --', includes: () => false, length: 1 },
          },
        }),
      )
      .execute(),
  'a node of an unknown kind': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .where(node({ kind: 'SomethingNode' }))
      .execute(),
  'a node whose kind is inherited': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .where(node({ kind: 'constructor' }))
      .execute(),
  'a collation with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .selectAll()
      .orderBy('id', (o) => o.collate('nocase" limit 1 --'))
      .execute(),
  'a JSON path with SQL in it': (db) =>
    db
      .selectFrom('notes_notes')
      .select((eb) =>
        eb
          .ref('tags', '->>')
          .key(`a' from other_private --` as never)
          .as('x'),
      )
      .execute(),
  'a dynamic table': (db) => db.selectFrom(db.dynamic.table('other_private').as('x')).selectAll().execute(),
  'a dynamic reference': (db) =>
    db
      .selectFrom('notes_notes')
      .select([
        {
          toOperationNode: () => sql`(select max(secret) from other_private)`.toOperationNode(),
          isDynamicReferenceBuilder: true,
          dynamicReference: 'x',
          refType: undefined,
        } as never,
      ])
      .execute(),
}
