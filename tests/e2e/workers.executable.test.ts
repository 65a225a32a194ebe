import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { install, start } from './lab/executable.ts'
import { until } from '../../packages/host/testing/until.ts'

const executable = join(import.meta.dirname, '../../bin/host')

/** The processes that a process has started. */
function childrenOf(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === pid).map(([child = 0]) => child)
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

test('the executable starts its workers from itself, and again when one is killed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-workers-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const host = await start(await install(executable, folder), { args: ['--workers', '2'] })
  t.after(() => host.kill())
  await until(() => childrenOf(host.pid).length === 2)
  const [victim = 0] = childrenOf(host.pid)
  process.kill(victim, 'SIGKILL')
  const isWhole = async (): Promise<boolean> =>
    childrenOf(host.pid).filter((pid) => pid !== victim).length === 2 && (await isAnswering(host.url))
  await until(isWhole)
  assert.equal(await host.stop(), 0)
})
