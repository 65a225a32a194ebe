import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupsOverview } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { Product } from './testing/product.ts'

const script = join(import.meta.dirname, 'testing/backed-up-product.ts')

test('workers make a backup and try it, each in a process of its own beside their work', async (t) => {
  const env = { HOST_BACKUP: './backups', HOST_ACCESS_LOG: 'off' }
  const product = await Product.start(t, { script, typed: ['--workers', '2'], env })
  const overview = async () => (await product.ask('/api/x/backed-up/overview')).body as BackupsOverview
  const run = async (kind: 'backup' | 'drill') => {
    assert.deepEqual((await product.ask(`/api/x/backed-up/${kind}`, '')).body, { isStarted: true })
    return await product.until(`the end of a ${kind}`, async () => {
      const found = (await overview()).runs.find((one) => one.kind === kind)
      return found?.state === 'running' ? undefined : found
    })
  }
  const made = await run('backup')
  assert.deepEqual([made.state, made.note], ['done', null])
  const tried = await run('drill')
  assert.deepEqual([tried.state, tried.backupId, tried.note], ['done', made.backupId, null])
  const { lastProof, troubles } = await overview()
  assert.deepEqual([lastProof?.id, troubles], [tried.id, []])
  const lines = product.lines().filter(({ msg }) => msg === 'Output of a backup process')
  assert.ok(lines.some(({ line }) => String(line).startsWith(String(made.backupId))))
  product.kill('SIGTERM')
  assert.equal(await product.exited, 0)
})

test('a backup of PostgreSQL needs no other program, and its password is in no argument and no line of the log', async (t) => {
  const product = testDatabases.find(({ dialect }) => dialect === 'postgres')
  await using fresh = await product!.create()
  const url = new URL(fresh.url)
  // A server that trusts its machine does not look at it.
  url.password ||= 'word-of-the-database'
  // Without folders of programs, none but this one can be started.
  const env = { PATH: '', HOST_DATABASE_URL: url.href, HOST_BACKUP: './backups', HOST_LOG_LEVEL: 'debug' }
  const host = await Product.start(t, { script, env })
  assert.deepEqual((await host.ask('/api/x/backed-up/backup', '')).body, { isStarted: true })
  const seen: string[] = []
  const run = await host.until('the end of a backup', async () => {
    seen.push(...argumentsOfAll())
    const { runs } = (await host.ask('/api/x/backed-up/overview')).body as BackupsOverview
    return runs.find(({ state }) => state !== 'running')
  })
  assert.deepEqual([run.state, run.note], ['done', null])
  if (process.platform === 'linux') assert.ok(seen.some((typed) => typed.endsWith('\0backup\0')))
  for (const text of [...seen, host.output]) assert.equal(text.includes(url.password), false)
})

/** The command lines of the processes of this machine. */
function argumentsOfAll(): readonly string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
