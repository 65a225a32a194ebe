import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '@host/plugin'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { wantedIndexes } from '../../../packages/host/src/database/migrate/index-sql.ts'
import type { Statement } from '../../../packages/host/src/database/statement.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { workspaceTables } from '../../../packages/host/src/workspace-data/workspace-tables.ts'
import { openDataLab, productModels } from '../lab/data-lab.ts'

const exported = workspaceTables(productModels)
  .filter(({ kind }) => kind === 'rows')
  .map(({ model }) => model)

for (const product of testDatabases) {
  test(`§I60 every page of an export is a range of an index by workspace and id, in every table of the product (${product.name})`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open({ isExclusive: false })
    const ran: Statement[] = []
    const lab = await openDataLab(watched(database, ran))
    for (let workspace = 0; workspace < 3; workspace += 1) await lab.fill(`org_${workspace}`)
    ran.length = 0
    await new Response(lab.export('org_1')).text()
    assert.ok(exported.length > 20, 'the tables of the host and of the plugins')
    for (const model of exported) {
      const pages = ran.filter(({ sql }) => new RegExp(`from "${model.table}"[^.]* order by "id"`).test(sql))
      assert.equal(pages.length, 1, `the statement that reads "${model.table}" in pages`)
      const plan = await planOf(database, pages[0]!)
      if (!hasOneRow(model) || !plan.includes(`${model.table}.org_id.key`)) {
        const index = wantedIndexes(product.dialect, model).find(({ sql }) => sql.includes('("org_id", "id"'))
        // A table that others refer to has a unique key of the same columns.
        const names = [index?.name ?? 'an index', `${model.table}.org_id.id.key`]
        assert.ok(
          names.some((name) => plan.includes(name)),
          `${model.table}\n${plan}`,
        )
        assert.match(plan, /org_id=\? AND id>\?|Index Cond: \(\(org_id = .* AND \(id > /)
      }
      assert.doesNotMatch(plan, /TEMP B-TREE|Sort/, plan)
    }
  })
}

/** Whether a workspace has at most one row, which a unique key may also identify. */
function hasOneRow({ unique }: Model): boolean {
  return unique.some((key) => key.join() === 'org_id')
}

/** A database that notes its statements. */
function watched(database: Database, ran: Statement[]): Database {
  const run: Database['run'] = (statement, ...rest) => {
    ran.push(statement)
    return database.run(statement, ...rest)
  }
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'run') return run
      const found: unknown = Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

/** How a database carries a statement out; tables of a few rows are read as long ones would be. */
async function planOf(database: Database, { sql, parameters }: Statement): Promise<string> {
  return await database.transaction(async (connection) => {
    const isSqlite = database.dialect === 'sqlite'
    if (!isSqlite) await connection.run({ sql: 'set local enable_seqscan = off', parameters: [], writes: false })
    const explain = isSqlite ? 'explain query plan' : 'explain'
    const { rows } = await connection.run({ sql: `${explain} ${sql}`, parameters, writes: false })
    return rows.map((row) => Object.values(row).join(' ')).join('\n')
  })
}
