import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const [, postgres] = testDatabases

interface Lab {
  readonly folder: string
  start(databaseUrl?: string): Promise<void>
  run(...typed: readonly string[]): Promise<TypedCommand>
}

async function lab(t: TestContext): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-move-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { HOST_DATA: folder, HOST_LISTEN: '127.0.0.1:0', HOST_STOP_TIMEOUT: '1' }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  return {
    folder,
    async start(databaseUrl = join(folder, 'host.db')) {
      const config = readConfig({ ...env, HOST_DATABASE_URL: databaseUrl })
      const host = await createHost({ plugins: [], config, log, announce: () => {} })
      await host.stop()
    },
    run: (...typed) => typeCommand(['move', ...typed], { cwd: folder, env }),
  }
}

test('"host move" prints tables with rows and hashes, and the next steps with the places of files and key', async (t) => {
  const { start, run } = await lab(t)
  await start()
  await using fresh = await postgres?.create()
  const to = fresh?.url ?? ''
  const tried = await run('--to', to, '--dry-run')
  assert.equal(tried.code, 0, tried.reported)
  assert.match(tried.written, /^host_keyring +1 {2}[0-9a-f]{16}$/m)
  assert.match(tried.reported, /Nothing was changed\. Run it again without --dry-run to move\./)
  const moved = await run('--to', to)
  assert.equal(moved.code, 0, moved.reported)
  assert.equal(moved.written.split('\n')[0], tried.written.split('\n')[0])
  assert.match(
    moved.written,
    /Moved to postgres:\/\/.* in [\d.]+ s \(\d+ rows a second\)\. Both sides have equal rows\./,
  )
  assert.match(moved.reported, /Set HOST_DATABASE_URL to the URL given with --to, then start the host\./)
  assert.match(moved.reported, /Keep the key file ".*\.key" where it is\.[^]*Files of plugins are in the database/)
  await assert.rejects(start(), /This database was moved to postgres:/)
  await start(to)
  const undone = await run('--undo-mark')
  assert.match(undone.written, /The mark is removed/, undone.reported)
  assert.match(undone.reported, /Never start a host on postgres:\/\/.* too/)
  await start()
})

test('"host move" into another folder names where its key file must be, and mistakes end it with a sentence', async (t) => {
  const { folder, start, run } = await lab(t)
  assert.match(
    (await run('--to', `sqlite:${join(folder, 'new.db')}`)).reported,
    /Database not found\. Start the host once/,
  )
  await start()
  assert.deepEqual(await run(), { code: 2, written: '', reported: 'Name the new database with --to.' })
  assert.equal((await run('--undo-mark')).reported, 'This database was not moved. Nothing was changed.')
  assert.match((await run('--to', 'mysql://server/name')).reported, /A URL of "mysql:" is not a database/)
  const moved = await run('--to', `sqlite:${join(folder, 'other', 'new.db')}`)
  assert.equal(moved.code, 0, moved.reported)
  const file = /Copy the key file "(?<from>.*\.key)" to "(?<to>.*\/other\/.*\.key)"\./.exec(moved.reported)?.groups
  await assert.rejects(start(join(folder, 'other', 'new.db')), /The key file ".*" is missing/)
  await copyFile(file?.['from'] ?? '', file?.['to'] ?? '')
  await start(join(folder, 'other', 'new.db'))
})
