import { sql } from 'kysely'
import { type Attacks, type Loose, executorOf, foreignQuery, scoped, swapTable } from './attack.ts'
import { foreignMark, hostModels } from '../two-workspaces.ts'

/** Reads that bypass the compiler: plugins, executors, queries compiled elsewhere, transactions. */
export const executorAttacks: Attacks = {
  withoutPlugins: (db) => db.withoutPlugins().selectFrom('other_private').selectAll().execute(),
  'withoutPlugins on a builder': (db) =>
    db
      .with('x', (c) => c.withoutPlugins().selectFrom('other_private').selectAll())
      .selectFrom('x')
      .selectAll()
      .execute(),
  withPlugin: (db) => db.withPlugin(swapTable).selectFrom('notes_notes').selectAll().execute(),
  'withPlugin on a select': (db) => db.selectFrom('notes_notes').selectAll().withPlugin(swapTable).execute(),
  'withPlugin on raw SQL': (db) =>
    db
      .selectFrom('notes_notes')
      .select(sql`1`.withPlugin(swapTable).as('x'))
      .execute(),
  stream: async (db) => {
    const rows: unknown[] = []
    for await (const row of db.selectFrom('other_private').selectAll().stream()) rows.push(row)
    return rows
  },
  connection: (db) => db.connection().execute((c) => c.selectFrom('other_private').selectAll().execute()),
  startTransaction: async (db) =>
    await (await db.startTransaction().execute()).selectFrom('other_private').selectAll().execute(),
  'the schema builder': (db) =>
    db.schema.createTable('notes_copy').as(db.selectFrom('notes_notes').selectAll()).execute(),
  introspection: (db) => db.introspection.getTables(),
  'the executor of a builder': (db) => executorOf(db).executeQuery(foreignQuery('select * from other_private')),
  'the provider of a connection': (db) =>
    executorOf(db).provideConnection((c: { executeQuery(query: unknown): Promise<unknown> }) =>
      c.executeQuery(foreignQuery('select * from other_private')),
    ),
  'a foreign compiled query': (db) => db.executeQuery(foreignQuery('select * from other_private')),
  'a compiled query with changed SQL': (db) => {
    const compiled = db.selectFrom('notes_notes').selectAll().compile()
    return executorOf(db).executeQuery({ ...compiled, sql: 'select * from other_private', parameters: [] })
  },
  'a compiled query whose SQL is written over': (db, { database }) => {
    const compiled = db.selectFrom('notes_notes').selectAll().compile() as {
      sql: string
      parameters: readonly unknown[]
    }
    compiled.sql = `select * from other_private where id <> ${database.dialect === 'sqlite' ? '?' : '$1'}`
    return executorOf(db).executeQuery(compiled)
  },
  'a compiled query whose workspace is written over': (db) => {
    const compiled = db.selectFrom('notes_notes').selectAll().compile() as unknown as { parameters: unknown[] }
    compiled.parameters[0] = 'org_b'
    return executorOf(db).executeQuery(compiled)
  },
  'an object that pretends to be compiled': (db) => {
    const compiled = db.selectFrom('notes_notes').selectAll().compile()
    return executorOf(db).executeQuery(
      Object.create(compiled, { sql: { value: 'select * from other_private' }, parameters: { value: [] } }),
    )
  },
  'an executor told to run everything': (db) => {
    Object.assign(executorOf(db), { own: (query: unknown) => query })
    return executorOf(db).executeQuery(foreignQuery('select * from other_private'))
  },
  'another executor in the place of the first': (db) => {
    Object.assign(db, { executor: { ...executorOf(db), own: (query: unknown) => query } })
    return scoped(db).batch([{ compile: () => ({ ...foreignQuery('select * from other_private'), writes: true }) }])
  },
  'a compiler that calls every query its own': (db) => {
    Object.assign(db.selectFrom('notes_notes').selectAll().compile().constructor, { isOf: () => true })
    return executorOf(db).executeQuery(foreignQuery('select * from other_private'))
  },
  'a query of the other workspace': (db, { b }) =>
    executorOf(db).executeQuery(b.selectFrom('notes_notes').selectAll().compile()),
  'a query of the host': (db, { access }) =>
    executorOf(db).executeQuery(access.forHost(hostModels).selectFrom('users').selectAll().compile()),
  'a query of the other workspace in a batch': (db, { b }) =>
    scoped(db).batch([b.selectFrom('notes_notes').selectAll()]),
  'a subquery built by the other workspace': (db, { b }) =>
    db
      .selectFrom(b.selectFrom('notes_notes').selectAll().as('x') as never)
      .selectAll()
      .execute(),
  'a query of the other workspace in a transaction': (db, { b }) =>
    scoped(db).transaction((tx) =>
      executorOf(tx as never).executeQuery(b.selectFrom('notes_notes').selectAll().compile()),
    ),
  'the outer database in a transaction': (db, { b }) =>
    scoped(db).transaction(() => b.selectFrom('notes_notes').selectAll().execute()),
  'a transaction': (db) => scoped(db).transaction((tx) => tx.selectFrom('notes_notes').selectAll().execute()),
  'a transaction of an undeclared table': (db) =>
    scoped(db).transaction((tx) => (tx as never as Loose).selectFrom('other_private').selectAll().execute()),
  'reading what an upsert met': (db) =>
    db
      .insertInto('notes_notes')
      .values({ title: 'mine', slug: `${foreignMark}-1` })
      .onConflict((oc) => oc.column('slug').doUpdateSet({ stars: 3 }))
      .returning('title')
      .execute(),
}
