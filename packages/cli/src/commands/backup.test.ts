import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

interface Lab {
  readonly folder: string
  start(): Promise<{ stop(): Promise<void> }>
  /** Types a command; `~` stands for the folder. */
  run(typed: string, env?: Readonly<Record<string, string>>): Promise<TypedCommand>
}

async function lab(context: TestContext): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-backup-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const env = { HOST_DATA: join(folder, 'data'), HOST_LISTEN: '127.0.0.1:0', HOST_STOP_TIMEOUT: '1' }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  return {
    folder,
    start: async () => {
      const host = await createHost({ plugins: [], config: readConfig(env), log, announce: () => {} })
      context.after(() => host.stop())
      return host
    },
    run: (typed, more = {}) => {
      const words = typed.split(' ').map((word) => word.replace('~', folder))
      return typeCommand(words, { cwd: folder, env: { ...env, ...more } })
    },
  }
}

test('"host backup" works beside a host and names the key that it leaves out, "host restore" refuses one and says what it replaces', async (t) => {
  const { run, start, folder } = await lab(t)
  const host = await start()
  assert.match((await run('backup')).reported, /No place is given\. Name one on the command line, or set HOST_BACKUP\./)
  const made = await run('backup --to ~/backups')
  assert.equal(made.code, 0, made.reported)
  const id = /^(bak_\w{26}) {2}\d{4}-.* UTC, sqlite, [\d.]+ \wiB/.exec(made.written)?.[1]
  assert.ok(id !== undefined, made.written)
  assert.match(made.reported, /The backup is not encrypted/)
  assert.match(made.reported, /restored only with the root key root_[0-9a-f]{24}: keep that key in another place/)
  const again = await run('backup', { HOST_BACKUP: join(folder, 'backups') })
  assert.equal(again.code, 0, again.reported)
  const list = await run('backups list --from ~/backups')
  assert.equal(list.written.trim().split('\n').length, 2)
  assert.match(
    (await run(`backups drill --from ~/backups --backup ${id}`)).written,
    /was restored in .* with every row/,
  )
  const running = await run('restore --from ~/backups --yes')
  assert.deepEqual([running.code, /Another host is using/.test(running.reported)], [1, true], running.reported)
  await host.stop()
  const asked = await run(`restore --from ~/backups --backup ${id}`)
  assert.equal(asked.code, 1)
  assert.match(
    asked.reported,
    /Everything that was changed after .* is replaced[^]*Nothing was changed\. Run it again with --yes/,
  )
  const restored = await run(`restore --from ~/backups --backup ${id} --yes`)
  assert.equal(restored.code, 0, restored.reported)
  assert.match(restored.reported, /The data from before is kept as ".*host\.db\.before-/)
  await start()
  assert.equal((await run('audit verify')).code, 0)
  assert.equal((await stat(join(folder, 'backups/instance.json'))).mode & 0o077, 0, 'readable by its owner alone')
})

test('"host backups key" writes the private key into a new file and prints the public one', async (t) => {
  const { run, start, folder } = await lab(t)
  await start()
  const made = await run('backups key ~/identity.key')
  const recipient = /^HOST_BACKUP_RECIPIENT=(hostpub1_[\w-]{43})$/m.exec(made.written)?.[1] ?? ''
  assert.notEqual(recipient, '', made.reported)
  const text = await readFile(join(folder, 'identity.key'), 'utf8')
  assert.match(text, /^# [^\n]+\nhostkey1_[\w-]{43}\n$/)
  assert.doesNotMatch(made.written + made.reported, /hostkey1_/)
  assert.match((await run('backups key ~/identity.key')).reported, /could not be made \(EEXIST\)/)
  const env = { HOST_BACKUP: join(folder, 'backups'), HOST_BACKUP_RECIPIENT: recipient }
  assert.equal((await run('backup', env)).code, 0)
  const chunks = await run('backups drill', env)
  assert.match(chunks.written, /every chunk is whole .* Give --identity to restore it too/)
  assert.match((await run('backups drill --identity ~/identity.key', env)).written, /was restored in/)
  const other = await run('backups drill --identity ~/data/host.db', env)
  assert.match(other.reported, /The private key in ".*host\.db" can't be read/)
})

test('a backup that fails puts no password and no key of a bucket into its output', async (t) => {
  const { run } = await lab(t)
  const url = 'postgres://host:word-of-the-database@127.0.0.1:1/host'
  const keys = {
    HOST_BACKUP: 's3://bucket/x?endpoint=http://127.0.0.1:59999',
    HOST_BACKUP_ACCESS_KEY: 'access',
    HOST_BACKUP_SECRET_KEY: 'word-of-the-bucket',
    HOST_BACKUP_RECIPIENT: `hostpub1_${'A'.repeat(43)}`,
  }
  const env = { HOST_LOG_LEVEL: 'debug' }
  for (const [{ code, written, reported }, reason] of [
    [await run('backup --to ~/backups', { ...env, HOST_DATABASE_URL: url }), /127\.0\.0\.1/],
    [
      await run('backups list', { ...env, ...keys }),
      /^The bucket "s3:\/\/bucket\/x\/" can't be reached: The connection .* failed\. Check HOST_BACKUP/,
    ],
  ] as const) {
    assert.notEqual(code, 0)
    assert.match(reported, reason)
    assert.doesNotMatch(written + reported, /word-of-the/)
  }
})

test('wrong variables and options are told with what to do', async (t) => {
  const { run } = await lab(t)
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['backup', { HOST_BACKUP_KEEP: 'all' }, /HOST_BACKUP_KEEP: "all" keeps no backup; use days, weeks and months/],
    ['backup', { HOST_BACKUP_RECIPIENT: 'x' }, /HOST_BACKUP_RECIPIENT: it is not a public key of "host backups key"/],
    [
      'backup',
      { HOST_BACKUP_RECIPIENT: `hostkey1_${'A'.repeat(43)}` },
      /it is the private key, which must not be on this machine/,
    ],
    ['backup', { HOST_BACKUP_AT: 'daily' }, /HOST_BACKUP_AT: "daily" in UTC is not a cron line/],
    [
      'backup',
      { HOST_BACKUP: 's3://bucket/x' },
      /HOST_BACKUP: its bucket requires HOST_BACKUP_ACCESS_KEY[^]*HOST_BACKUP_RECIPIENT/,
    ],
    ['backup --to=s3://x', {}, /has no bucket; use "database", a folder/],
    ['backup --to ~/backups', {}, /Database not found\. Start the host once/],
    ['restore --from ~/none', {}, /The folder ".*none" has no backup\./],
    ['restore --from ~/none --backup ../x', {}, /"\.\.\/x" is not the id of a backup\./],
  ]
  for (const [typed, env, message] of cases) {
    const { code, reported } = await run(typed, env)
    assert.match(reported, message, typed)
    assert.notEqual(code, 0)
  }
})
