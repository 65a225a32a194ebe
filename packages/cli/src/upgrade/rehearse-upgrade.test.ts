import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, planStart, readConfig } from '@host/host'
import { UpgradeChecks } from '@host/plugin/platform'
import { queryPostgres } from '@host/host/testing/database/query-postgres'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { bundledProgram } from '../build/testing/bundled-program.ts'
import { typeCommand } from '../commands/testing/type-command.ts'
import { papers, type Papers } from './testing/papers.ts'

const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const program = join(import.meta.dirname, 'testing/papers-product.ts')
const log = { debug() {}, info() {}, warn() {}, error() {} }
const edition = { inTree: [], outOfTree: [papers('first')] }

const entryOf = (version: Papers) => ({ plugin: papers(version), version: '1.0.0', outOfTree: true })

/** A folder with executables of each version, and an instance of the first one that runs. */
async function lab(t: TestContext, product = sqlite, adminUrl = true) {
  const folder = await mkdtemp(join(tmpdir(), 'host-check-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const url = product.dialect === 'postgres' ? (adminUrl ? fresh.adminUrl : fresh.url) : join(folder, 'data/host.db')
  const env = { HOST_DATA: join(folder, 'data'), HOST_DATABASE_URL: url, HOST_LISTEN: '127.0.0.1:0' }
  const config = readConfig(env)
  const host = await createHost({ plugins: [entryOf('first')], config, log, announce: () => {} })
  t.after(() => host.stop())
  return {
    folder,
    url,
    run: (typed: string, more: Readonly<Record<string, string>> = {}) =>
      typeCommand(typed.split(' '), { cwd: folder, env: { PATH: process.env['PATH'], ...env, ...more }, edition }),
    /** Makes an executable. */
    async executable(version: Papers): Promise<void> {
      const text = `#!/bin/sh\nPAPERS=${version} exec ${process.execPath} ${await bundledProgram(program)} "$@"\n`
      await writeFile(join(folder, version), text, { mode: 0o755 })
    },
    /** What a start of a version would still change. */
    plan: async (version: Papers) =>
      (await planStart({ config, log, plugins: [entryOf(version)] })).changes.map(({ sql }) => sql),
    /** The report that the running host shows. */
    shown: async () => await host.lookup(UpgradeChecks)?.last(),
    left: async () => (await readdir(join(folder, 'data'))).filter((name) => name.startsWith('host_copy_')),
  }
}

for (const product of testDatabases) {
  test(`${product.name}: §A115 an executable is tried on a copy, its changes are listed, and the data of the running host stay`, async (t) => {
    const { run, executable, plan, left, shown, url } = await lab(t, product)
    await executable('wider')
    assert.equal(await shown(), undefined)
    const before = await plan('wider')
    const tried = await run('upgrade --check ./wider')
    assert.equal(tried.code, 0, tried.reported)
    assert.match(
      tried.written,
      /^Version +1\.0\.0 to 0\.0\.0\nConfiguration +is accepted\nCopy +of the data of 20\d\d-/,
    )
    assert.match(
      tried.written,
      /Database +1 statement, all safe while older processes run\nStart +can serve after [\d.]+ s\n/,
    )
    assert.match(
      tried.written,
      /Plugins +papers 1\.0\.0 to 0\.0\.0: 0 breaking changes, 1 other\nPlugins +added +column papers\.color\n/,
    )
    assert.match(
      tried.written,
      /Way back +the present version starts on the changed data too\n".*\/wider" can take over\.$/,
    )
    const { checkedAt, present, next, ...report } = (await shown()) ?? assert.fail('no report')
    assert.deepEqual([present.version, next.version, checkedAt.slice(0, 2)], ['1.0.0', '0.0.0', '20'])
    const changes = [{ kind: 'column', name: 'papers.color', change: 'added', isBreaking: false }]
    assert.deepEqual(report, {
      failure: null,
      database: { statements: 1, unsafe: [] },
      wayBack: null,
      added: [],
      removed: [],
      plugins: [{ plugin: 'papers', from: '1.0.0', to: '0.0.0', requiredVersion: null, changes }],
      left: 0,
    })
    assert.deepEqual([before.length, await plan('wider')], [1, before], 'the column is still to come')
    assert.deepEqual(await left(), [])
    if (product.dialect === 'postgres') {
      assert.deepEqual(
        await queryPostgres(new URL(url), `select 1 from pg_database where datname like 'host\\_copy\\_%'`),
        [],
      )
    }
  })
}

test('what the present version could not start on again is told before', async (t) => {
  const { run, executable, shown } = await lab(t)
  await executable('narrower')
  const tried = await run('upgrade --check ./narrower')
  assert.equal(tried.code, 0, tried.reported)
  assert.match(
    tried.written,
    /stop every process of the present version first\nDatabase +.*drop column pages; -- unsafe: /,
  )
  assert.match(tried.written, /Plugins +breaking +removed +column papers\.pages\n/)
  assert.match(
    tried.written,
    /Way back +only by a restore, since the present version refuses the changed data: .*drop-pages/,
  )
  const { wayBack, database, plugins } = (await shown()) ?? assert.fail('no report')
  assert.match(String(wayBack), /drop-pages/)
  assert.match(String(database?.unsafe), /drop column pages/)
  assert.deepEqual(plugins?.[0]?.changes.map(({ name, isBreaking }) => [name, isBreaking])[0], ['papers.pages', true])
})

test('a backup is tried in place of the present data, with its key', async (t) => {
  const { run, executable, folder } = await lab(t)
  await executable('first')
  const key = await run(`backups key ${folder}/identity.key`)
  const recipient = /HOST_BACKUP_RECIPIENT=(\S+)/.exec(key.written)?.[1] ?? ''
  const env = { HOST_BACKUP: `${folder}/backups`, HOST_BACKUP_RECIPIENT: recipient }
  const made = await run('backup', env)
  const id = /^bak_\w+/.exec(made.written)?.[0] ?? ''
  const tried = await run(`upgrade --check ./first --backup ${id} --identity ${folder}/identity.key`, env)
  assert.equal(tried.code, 0, tried.reported)
  assert.match(tried.written, /Database +nothing changes/)
  const without = await run(`upgrade --check ./first --from ${folder}/backups`)
  assert.deepEqual([without.code, /identity/i.test(without.reported)], [1, true], without.reported)
})

test('an executable that must not take over says why, and leaves nothing behind', async (t) => {
  const { run, executable, folder, left, shown } = await lab(t)
  await executable('broken')
  await executable('idle')
  await writeFile(join(folder, 'text'), 'text', { mode: 0o755 })
  await writeFile(join(folder, 'closed'), '', { mode: 0o644 })
  await writeFile(join(folder, 'true'), '#!/bin/sh\necho null\n', { mode: 0o755 })
  const cases: readonly (readonly [string, RegExp])[] = [
    ['--check ./broken', /"\S+\/broken" does not start:\n[^]*The press is jammed[^]*The data are as before\./],
    ['--check ./idle --seconds 1', /"\S+\/idle" could not serve after 1 s\. Give it longer with --seconds/],
    ['--check ./none', /"\S+\/none" can't be started \(the file is missing/],
    ['--check ./closed', /"\S+\/closed" can't be started \(the file is not executable, see chmod \+x\)/],
    ['--check ./text', /"\S+\/text" (can't be started|is not an executable of the host)/],
    ['--check ./true', /"\S+\/true" is not an executable of the host: it does not tell its version\./],
    ['--check ./broken --seconds x', /--seconds x: use a whole number/],
    ['--check ./broken --from ./none', /The folder ".*none" has no backup/],
    ['', /Name the executable to try: host upgrade --check/],
  ]
  for (const [typed, message] of cases) {
    const { code, reported, written } = await run(`upgrade ${typed}`.trim())
    assert.match(reported, message, typed)
    assert.notEqual(code, 0)
    assert.doesNotMatch(written, /can take over/)
  }
  const refused = await run('upgrade --check ./broken', { HOST_RATE_API: 'x' })
  assert.match(refused.reported, /HOST_RATE_API/)
  const { failure, wayBack, plugins } = (await shown()) ?? assert.fail('no report')
  assert.match(String(failure), /could not serve after 1 s/, 'the last one that is an executable of the host')
  assert.deepEqual([wayBack, plugins], [null, null])
  assert.deepEqual(await left(), [])
})

test('copies that a killed trial left behind are removed a day later', async (t) => {
  const { run, executable, folder, left } = await lab(t)
  await executable('first')
  const [old, fresh] = [join(folder, 'data/host_copy_old'), join(folder, 'data/host_copy_fresh')]
  for (const path of [old, fresh]) await mkdir(path)
  const day = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(old, day, day)
  assert.equal((await run('upgrade --check ./first')).code, 0)
  assert.deepEqual(await left(), ['host_copy_fresh'])
})

test('postgres: a role that may not make a database is told so', async (t) => {
  const { run, executable } = await lab(t, postgres, false)
  await executable('first')
  const { code, reported } = await run('upgrade --check ./first')
  assert.deepEqual([code, /may not make one\. Run "alter role ".*createdb"/.test(reported)], [1, true], reported)
})
