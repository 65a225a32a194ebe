import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startCollector } from '../../packages/host/testing/observability/collector.ts'
import { install, start, type Running } from './lab/executable.ts'
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

/** Starts the executable in a folder of its own, with two workers. */
async function startWorkers(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'host-workers-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const host = await start(await install(executable, folder), { args: ['--workers', '2'], env })
  t.after(() => host.kill())
  return host
}

test('the executable starts its workers from itself, and again when one is killed', async (t) => {
  const host = await startWorkers(t)
  await until(() => childrenOf(host.pid).length === 2)
  const [victim = 0] = childrenOf(host.pid)
  process.kill(victim, 'SIGKILL')
  const isWhole = async (): Promise<boolean> =>
    childrenOf(host.pid).filter((pid) => pid !== victim).length === 2 && (await isAnswering(host.url))
  await until(isWhole)
  assert.equal(await host.stop(), 0)
})

test('the executable sends traces, and each worker its metrics with the last values at its stop', async (t) => {
  const collector = await startCollector(t)
  const host = await startWorkers(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=swordfish',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '600000',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  const workers = childrenOf(host.pid).map(String).toSorted()
  const answer = await fetch(`${host.url}/api/auth/methods`)
  await answer.text()
  const { attributes, process: by } = await collector.span('GET /api/auth/methods')
  assert.equal(attributes['http.response.status_code'], answer.status)
  assert.ok(workers.includes(by))
  assert.equal(collector.exports.length, 0)
  assert.equal(await host.stop(), 0)
  assert.deepEqual(collector.exports.map(({ resource }) => String(resource['process.pid'])).toSorted(), workers)
  assert.equal(new Set(collector.exports.map(({ resource }) => resource['service.instance.id'])).size, 2)
  const counted = collector.exports.find(({ resource }) => resource['process.pid'] === by)
  assert.ok(Number(counted?.point('host_http_requests', { method: 'GET' })?.asDouble) > 0)
  assert.ok(!host.output().includes('swordfish'))
})
