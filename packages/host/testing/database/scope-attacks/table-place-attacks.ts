import type { ExpressionBuilder } from 'kysely'
import { type Attacks, executorOf, node, scoped } from './attack.ts'
import { foreignMark, otherModels } from '../two-workspaces.ts'

type LooseBuilder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>

const hidden = { kind: 'IdentifierNode', name: 'other_private' }

/** Names that stand where SQL takes a table, written as something else. */
export const tablePlaceAttacks: Attacks = {
  'a reference in parentheses in from': (db) => db.selectFrom(inParentheses).selectAll().execute(),
  'a reference in parentheses in a join': (db) =>
    db
      .selectFrom('notes_notes')
      .innerJoin(inParentheses, (join) => join.onTrue())
      .selectAll()
      .execute(),
  'a reference in parentheses in update from': (db) =>
    db
      .updateTable('notes_notes')
      .from(inParentheses)
      .set((eb) => ({ title: eb.ref('x.secret' as never) }))
      .returning('title' as never)
      .execute(),
  'a name in two parentheses in from': (db) =>
    db
      .selectFrom(aliased({ kind: 'ParensNode', node: { kind: 'ParensNode', node: hidden } }))
      .selectAll()
      .execute(),
  'a node in from that changes its kind': (db) =>
    db
      .selectFrom(aliased(changing(hidden, ['AliasNode', 'SelectQueryNode', 'IdentifierNode'])))
      .selectAll()
      .execute(),
  'a node in parentheses in from that changes its kind': (db) =>
    db
      .selectFrom(aliased(changing({ ...hidden, node: hidden }, ['AliasNode', 'ParensNode', 'IdentifierNode'])))
      .selectAll()
      .execute(),
  'a table after in': async (db, { access }) => {
    const other = access.forHost(otherModels)
    const row = await other.selectFrom('other_private').selectAll().where('org_id', '=', 'org_b').executeTakeFirst()
    const found = await db
      .selectFrom('notes_notes')
      .select('id')
      .where(({ eb }) =>
        loose(eb)(eb.tuple(eb.val(row?.id), eb.val('org_b'), eb.val(row?.secret)), 'in', eb.ref('other_private')),
      )
      .execute()
    return found.length > 0 ? foreignMark : found
  },
  'a table after not in': (db) =>
    db
      .selectFrom('notes_notes')
      .select('id')
      .where(({ eb }) => loose(eb)(eb.tuple(eb.val('org_b'), eb.val('x')), 'not in', eb.ref('memberships')))
      .execute(),
  'a node after in that changes its kind': (db) =>
    db
      .selectFrom('notes_notes')
      .select('id')
      .where('id', 'in', node(changing(hidden, ['SelectQueryNode', 'IdentifierNode'])))
      .execute(),
  'a common table expression that changes its name': (db) =>
    executorOf(db).executeQuery(
      executorOf(db).compileQuery(
        {
          kind: 'SelectQueryNode',
          with: withNamed(changing({ kind: 'IdentifierNode' }, ['memberships_of', 'memberships'], 'name')),
          from: { kind: 'FromNode', froms: [tableNode('users')] },
          selections: [{ kind: 'SelectionNode', selection: { kind: 'SelectAllNode' } }],
        },
        { queryId: 'x' },
      ),
    ),
  'an upsert whose table is called excluded': (db) =>
    executorOf(db).executeQuery(executorOf(db).compileQuery(upsertAs('excluded'), { queryId: 'x' })),
  'a transaction after its end': async (db) => {
    const leaked = await scoped(db).transaction((tx) => Promise.resolve({ tx }))
    return leaked.tx.selectFrom('notes_notes').selectAll().execute()
  },
}

/** An expression builder's form of `("other_private") as "x"`. */
function inParentheses(eb: LooseBuilder): never {
  return eb.parens(eb.ref('other_private')).as('x') as never
}

function loose(eb: unknown): (left: unknown, operator: string, right: unknown) => never {
  return eb as never
}

function tableNode(name: string) {
  return { kind: 'TableNode', table: { kind: 'SchemableIdentifierNode', identifier: { kind: 'IdentifierNode', name } } }
}

function aliased(inner: unknown): never {
  return node({ kind: 'AliasNode', node: inner, alias: { kind: 'IdentifierNode', name: 'x' } })
}

/** A node that answers differently each time it is asked. */
function changing(base: object, answers: readonly string[], key = 'kind'): object {
  let place = 0
  const get = () => answers[Math.min(place++, answers.length - 1)]
  return Object.defineProperty({ ...base }, key, { get, enumerable: true })
}

/** A common table expression that says which users workspace A may see. */
function withNamed(identifier: object) {
  const selection = (name: string, value: string) => ({
    kind: 'SelectionNode',
    selection: {
      kind: 'AliasNode',
      node: { kind: 'ValueNode', value },
      alias: { kind: 'IdentifierNode', name },
    },
  })
  const expression = {
    kind: 'SelectQueryNode',
    selections: [selection('user_id', `usr_${foreignMark}`), selection('org_id', 'org_a')],
  }
  const name = {
    kind: 'CommonTableExpressionNameNode',
    table: { kind: 'TableNode', table: { kind: 'SchemableIdentifierNode', identifier } },
  }
  return { kind: 'WithNode', expressions: [{ kind: 'CommonTableExpressionNode', name, expression }] }
}

function upsertAs(name: string) {
  const columnNode = (column: string) => ({ kind: 'ColumnNode', column: { kind: 'IdentifierNode', name: column } })
  return {
    kind: 'InsertQueryNode',
    into: { kind: 'AliasNode', node: tableNode('notes_notes'), alias: { kind: 'IdentifierNode', name } },
    columns: [columnNode('title'), columnNode('slug')],
    values: {
      kind: 'ValuesNode',
      values: [{ kind: 'PrimitiveValueListNode', values: ['hacked', `${foreignMark}-1`] }],
    },
    onConflict: {
      kind: 'OnConflictNode',
      columns: [columnNode('slug')],
      updates: [
        { kind: 'ColumnUpdateNode', column: columnNode('title'), value: { kind: 'ValueNode', value: 'hacked' } },
      ],
    },
  }
}
