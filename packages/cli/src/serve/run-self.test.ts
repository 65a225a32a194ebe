import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupsOverview } from '@host/plugin/platform'
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
