/** The cost of polling by an idle and by a busy worker: it skips along an index, whatever the size of the table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import type { Statement } from '../database/statement.ts'
import { DuePlugins } from './due-plugins.ts'
import { openJobLab } from '../../testing/jobs/job-lab.ts'
import { FairScheduler } from './fair-scheduler.ts'

const rows = process.env['HOST_SOAK'] === '1' ? 100_000 : 5_000

for (const product of testDatabases) {
  test(`${product.dialect}: a look reads no more than an index gives, with ${rows} rows of every state`, async () => {
    await using lab = await openJobLab(product)
    const numbers =
      product.dialect === 'sqlite'
        ? `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows}) select n from numbers)`
        : `generate_series(1, ${rows}) as numbers(n)`
    for (const [state, at] of [
      ['waiting', 0],
      ['delayed', lab.clock.now + 60_000],
      ['done', 0],
    ] as const) {
      await lab.query(`
        insert into host_jobs (id, org_id, plugin, kind, lane, state, at, attempt, attempts, epoch, created_at, input)
        select '${state}' || n, 'org_' || (n % 3), 'notes', 'tag', 'notes:tag', '${state}', ${at}, 0, 8, 0, 0, '{}'
        from ${numbers}`)
    }
    await lab.query('analyze host_jobs')
    const looked: Statement[] = []
    const run = async (statement: Statement) => {
      looked.push(statement)
      return await lab.database.run(statement)
    }
    const watched = { dialect: lab.database.dialect, run }
    assert.deepEqual(await new DuePlugins(watched).look(lab.clock.now), { hasWaiting: true, duePlugins: [] })
    assert.equal((await new FairScheduler(watched, 'waiting').next()).size, 3)
    for (const { sql, parameters } of looked) {
      const explain = product.dialect === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off)'
      const plan = await lab.database.run({ sql: `${explain} ${sql}`, parameters, writes: false })
      const text = plan.rows.map((row) => Object.values(row).join(' ')).join('\n')
      assert.doesNotMatch(text, /SCAN host_jobs|Seq Scan on host_jobs/, text)
      for (const [, read = '0'] of text.matchAll(/host_jobs.*actual rows=([\d.]+)/g)) assert.ok(Number(read) <= 2, text)
    }
  })
}
