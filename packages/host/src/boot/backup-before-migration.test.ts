import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { column, definePlugin, model, type AnyPlugin } from '@host/plugin'
import { testDatabases, type TestDatabase } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { parseBackupPlace } from '../backup/repository/open-repository.ts'
import { readConfig } from '../config/config.ts'
import { makeBackup, readBackups, restoreInstance } from './backup-commands.ts'

const info = { ...notesInfo, title: 'Papers' }
const base = { id: column.id('pap'), org_id: column.org(), title: column.text({ max: 100 }) }

/** The first version, and one with a further column. */
function papers(version: 1 | 2): AnyPlugin {
  const Paper = model('papers', version === 1 ? base : { ...base, pages: column.integer({ nullable: true }) })
  return definePlugin({ name: 'papers', info, models: [Paper], mount() {} })
}

/** Runs a statement beside the host. */
async function onTable(fresh: TestDatabase, sql: string) {
  const database = await fresh.open({ isExclusive: false })
  try {
    return (await database.run({ sql, parameters: [], writes: sql.startsWith('insert') })).rows
  } finally {
    await database.close()
  }
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

for (const product of testDatabases) {
  test(`${product.name}: a backup is restored by a newer version, which migrates it, and by an older one, which serves it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-versions-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await using fresh = await product.create()
    const environment = { HOST_DATA: folder, HOST_DATABASE_URL: fresh.url }
    const config = readConfig(environment)
    const start = (version: 1 | 2): Promise<LabHost> => labHost(t, [papers(version)], { environment })
    const build = (version: 1 | 2) => ({ version: `${version}.0.0`, plugins: [{ name: 'papers', version: '1.0.0' }] })
    const place = (version: 1 | 2) => parseBackupPlace(join(folder, `backups-${version}`))
    const [identity, id, confirm] = [undefined, undefined, async () => true] as const
    for (const version of [1, 2] as const) {
      const { host } = await start(version)
      const { signal } = new AbortController()
      await onTable(fresh, `insert into papers (id, org_id, title) values ('pap_${version}', 'org_1', 'One')`)
      await makeBackup({ config, place: place(version), log: host.log, build: build(version), signal })
      await host.stop()
    }
    for (const [made, by] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const restored = await restoreInstance({ config, place: place(made), id, identity, confirm })
      assert.equal(restored?.head.version, `${made}.0.0`)
      const { host } = await start(by)
      const rows = await onTable(fresh, 'select id from papers order by id')
      assert.deepEqual(
        rows.map(({ id: paper }) => paper),
        made === 1 ? ['pap_1'] : ['pap_1', 'pap_2'],
      )
      await host.stop()
    }
  })
}
