import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { column, definePlugin, model, type AnyPlugin } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { readConfig } from '../config/config.ts'
import { readBackups, restoreInstance } from './backup-commands.ts'

const info = { ...notesInfo, title: 'Papers' }
const base = { id: column.id('pap'), org_id: column.org(), title: column.text({ max: 100 }) }

/** The first version, and one with a further column. */
function papers(version: 1 | 2): AnyPlugin {
  const Paper = model('papers', version === 1 ? base : { ...base, pages: column.integer({ nullable: true }) })
  return definePlugin({ name: 'papers', info, models: [Paper], mount() {} })
}

for (const product of testDatabases) {
  test(`${product.name}: a start that changes tables makes a backup first, on which the version before starts`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-upgrade-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await using fresh = await product.create()
    const backups = join(folder, 'backups')
    const environment = { HOST_DATA: folder, HOST_DATABASE_URL: fresh.url, HOST_BACKUP: backups }
    const start = (version: 1 | 2, more = {}): Promise<LabHost> =>
      labHost(t, [papers(version)], { environment: { ...environment, ...more } })
    const config = readConfig(environment)
    const list = () => readBackups({ config, place: undefined })

    await (await start(1)).host.stop()
    assert.deepEqual(await list(), [], 'the first start has nothing to keep')
    await (await start(1)).host.stop()
    assert.deepEqual(await list(), [], 'nothing changes')

    await writeFile(join(folder, 'file'), '')
    await assert.rejects(start(2, { HOST_BACKUP: join(folder, 'file/backups') }), (error: Error) => {
      assert.match(error.message, /The backup before the database changes could not be made: .*unset HOST_BACKUP/)
      return true
    })
    await (await start(1)).host.stop()
    assert.deepEqual(await list(), [], 'a refused start has changed nothing')

    await (await start(2)).host.stop()
    const [made, ...others] = await list()
    assert.deepEqual([made?.database, others.length], [product.dialect, 0])
    await restoreInstance({ config, place: undefined, id: undefined, identity: undefined, confirm: async () => true })
    await (await start(1)).host.stop()
    assert.equal((await list()).length, 1, 'the first version found the tables as it had left them')
    assert.ok((await readdir(backups)).includes('instance.json'))
  })
}
