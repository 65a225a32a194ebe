import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { shareHostLock, takeHostLock } from './host-lock.ts'

const [sqlite] = testDatabases
const sharing = fileURLToPath(new URL('../../../testing/database/sharing-process.ts', import.meta.url))

test('workers share a file exclusively, and a second host is refused', async () => {
  await using fresh = await sqlite?.create()
  const path = fresh?.url ?? ''
  const workers = [shareHostLock(path), shareHostLock(path)]
  for (const worker of workers) {
    assert.throws(() => takeHostLock(path, 0), {
      message: /Workers of a killed host are still using .*: stop them, then start again/,
    })
    worker.release()
  }
  using host = takeHostLock(path, 0)
  assert.throws(() => takeHostLock(path), { message: /Another host is using .*: stop it/ })
  using worker = shareHostLock(path)
  assert.notEqual(worker, host)
})

test('a host that starts waits for the workers of one that was killed', async () => {
  await using fresh = await sqlite?.create()
  const path = fresh?.url ?? ''
  const command = ['--conditions=source', sharing, path, `${path}.ended`]
  const worker = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(worker, 'exit')
  await once(worker.stdout, 'data')
  takeHostLock(path).release()
  assert.ok(existsSync(`${path}.ended`), 'the worker had ended')
  await ended
})
