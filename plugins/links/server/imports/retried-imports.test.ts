import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { createImport, listLinks, readImport, runImport } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

suite('an import whose process ends before it is done', () => {
  test('reports the links of its first attempt as created, each once', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'links-'))
    const path = join(folder, 'host.db')
    const { host } = await openLinksLab(context, { HOST_DATABASE_URL: path })
    context.after(() => rm(folder, { recursive: true }))
    const member = host.as('member')
    const rows = Array.from({ length: 150 }, (_, at) => `n${at},https://www.example.com/${at}`)
    const { id, mapping } = await member.call(createImport, {
      name: 'a.csv',
      text: `slug,url\n${rows.join('\n')}\n a b,x`,
    })
    using database = new DatabaseSync(path)
    // The end of the job fails, as if its process had ended there.
    await execWhenFree(
      database,
      `CREATE TRIGGER stopped BEFORE UPDATE OF report ON links_imports WHEN NEW.report IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'the process ends here'); END`,
    )
    await member.call(runImport, { id, mapping, dryRun: false })
    await host.settleJobs()
    assert.equal((await member.call(readImport, { id })).report, null)
    assert.equal((await member.call(listLinks, { limit: 1 })).items.length, 1, 'the links were created')
    await execWhenFree(database, 'DROP TRIGGER stopped')
    host.clock.advance({ hours: 1 })
    await host.settleJobs()
    const { report } = await member.call(readImport, { id })
    assert.deepEqual(report?.counts, { new: 150, renamed: 0, exists: 0, collision: 0, invalid: 1 })
    assert.equal(report.lines.length, 1)
  })
})

/** The host may be writing: it needs this thread to finish, so that waiting for it here would take for ever. */
async function execWhenFree(database: DatabaseSync, statement: string): Promise<void> {
  for (;;) {
    try {
      return database.exec(statement)
    } catch (error) {
      if (!String(error).includes('locked')) throw error
      await setTimeout(10)
    }
  }
}
