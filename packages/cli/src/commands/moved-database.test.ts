import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createHost, readConfig } from '@host/host'
import type { CommandDef, SubCommandsDef } from 'citty'
import { hostCommand } from '../run-cli.ts'
import { typeCommand } from './testing/type-command.ts'

/** Commands that open the database of the instance, as they are typed; `~` stands for the folder. */
const opening: Readonly<Record<string, readonly string[]>> = {
  serve: [''],
  migrate: ['--plan', '--down'],
  backup: ['--to ~/backups'],
  'backups drill': ['--from ~/backups'],
  restore: ['--from ~/backups --yes'],
  move: ['--to sqlite:~/other.db', '--to sqlite:~/other.db --dry-run'],
  upgrade: ['--check ~/candidate'],
  'data list': [''],
  'data purge': ['notes', 'notes --yes'],
  'keys status': [''],
  'keys rotate': [''],
  'audit verify': [''],
  'user list': [''],
  'user reset-password': ['ada@example.com'],
  'user make-admin': ['ada@example.com'],
  'user end-sessions': ['ada@example.com'],
  'workspace export': ['acme --out ~/acme --passphrase-file ~/passphrase'],
  'workspace import': ['~/acme --passphrase-file ~/passphrase'],
  'workspace clone': ['acme --slug copy'],
  'workspace release': ['acme'],
}

/** Commands that open no database of an instance, or that of a checkout's own host, which starts as `serve` does. */
const others = [
  'version',
  'health',
  'config',
  'mcp',
  'openapi',
  'compose',
  'dev',
  'backups list',
  'backups key',
  ...['new', 'diff', 'surface', 'test', 'check', 'explain', 'pack', 'update'].map((name) => `plugin ${name}`),
]

/** The words of each command that has none below it. */
function leavesOf({ subCommands = {} }: CommandDef, words: readonly string[] = []): readonly string[] {
  const below = Object.entries(subCommands as SubCommandsDef)
  if (below.length === 0) return [words.join(' ')]
  return below.flatMap(([name, command]) => leavesOf(command as CommandDef, [...words, name]))
}

const folder = await mkdtemp(join(tmpdir(), 'host-moved-'))
after(() => rm(folder, { recursive: true, force: true }))
const env = { HOST_DATA: folder, HOST_LISTEN: '127.0.0.1:0', HOST_STOP_TIMEOUT: '1' }

function run(typed: string) {
  const words = typed.split(' ').filter(Boolean)
  return typeCommand(
    words.map((word) => word.replace('~', folder)),
    { cwd: folder, env },
  )
}

test('every command that would open a moved database is refused, and says where the instance went', async () => {
  const none = { cwd: folder, env, edition: { inTree: [], outOfTree: [] }, assets: undefined }
  const build = { version: '1.0.0', node: process.version, digest: 'sha256:00', plugins: [] }
  const all = leavesOf(hostCommand({ ...none, build, write: () => undefined, report: () => undefined }))
  assert.deepEqual(all.toSorted(), [...Object.keys(opening), ...others].toSorted())
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await (await createHost({ plugins: [], config: readConfig(env), log, announce: () => {} })).stop()
  await writeFile(join(folder, 'passphrase'), 'correct horse battery staple\n')
  await writeFile(join(folder, 'candidate'), `#!/bin/sh\necho '${JSON.stringify(build)}'\n`, { mode: 0o700 })
  assert.equal((await run('backup --to ~/backups')).code, 0)
  assert.equal((await run('move --to sqlite:~/new/host.db')).code, 0)
  for (const [name, ways] of Object.entries(opening)) {
    for (const way of ways) {
      const { code, reported } = await run(`${name} ${way}`)
      assert.notEqual(code, 0, `${name} ${way}`)
      assert.match(reported, /This database was moved to .*new\/host\.db/, `${name} ${way}`)
    }
  }
})
