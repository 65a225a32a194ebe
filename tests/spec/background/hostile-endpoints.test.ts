/** Whether the answers of hostile webhook endpoints cost the host more than a bounded record each. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inTree } from '../../../apps/server/src/edition.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { works } from '../fixtures/works.ts'
import { until } from '@host/host/testing/until'
import { withHeartbeat } from '../lab/heartbeat.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
/** Deliveries to each endpoint. */
const events = isSoak ? 10 : 1
const keptCharacters = 8 * 1024

interface Attempt {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

for (const database of isSoak ? testDatabases : testDatabases.slice(0, 1)) {
  test(`§P73 on ${database.name} the answers of ${isSoak ? 22 : 20} hostile endpoints are recorded in bounds and masked`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-hostile-'))
    t.after(() => rm(folder, { recursive: true }))
    await using sites = await startSites()
    await using host = await startSpecHost({
      database,
      isBare: true,
      inTree,
      plugins: [works(folder)],
      environment: { HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' },
    })
    const { ada } = await host.people()
    const ids = await Promise.all(sites.urls.map((url) => addEndpoint(ada, url)))
    const tags = Array.from({ length: events }, (_, at) => `hostile-${at}`)
    const { largestGap, largestWork } = await withHeartbeat(async () => {
      assert.equal((await ada.post('/api/x/works/notes', { tags })).status, 201)
      for (const id of ids) await until(async () => (await attemptsOf(ada, id)).length > 0)
    })
    assert.equal(ids.length, isSoak ? 22 : 20)
    for (const [at, id] of ids.entries()) {
      for (const attempt of await attemptsOf(ada, id)) assertBounded(attempt, sites.urls[at] ?? '')
    }
    const figures = `largest gap ${largestGap.toFixed(0)} ms, of own work ${largestWork.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`
    t.diagnostic(figures)
    if (isSoak) assert.ok(largestGap < 50, figures)
  })
}

function assertBounded({ headers, body }: Attempt, url: string): void {
  assert.ok(body.length <= keptCharacters, `${url}: ${body.length} characters of a body`)
  const values = Object.values(headers)
  assert.ok(values.length <= 20 && values.every(({ length }) => length <= 200), `${url}: ${JSON.stringify(headers)}`)
  assert.doesNotMatch(JSON.stringify({ headers, body }), /c2lnbmF0dXJl|sid=12345/, url)
}

async function addEndpoint(admin: Visitor, url: string): Promise<string> {
  const { status, body } = await admin.post<{ endpoint: { id: string } }>('/api/webhooks', {
    url,
    events: ['work.noted'],
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.endpoint.id
}

/** The attempts of the first delivery that has any. */
async function attemptsOf(admin: Visitor, endpointId: string): Promise<readonly Attempt[]> {
  const path = `/api/webhooks/${endpointId}/deliveries`
  const { body } = await admin.get<{ items: { id: string; attempts: number }[] }>(path)
  const tried = body.items.find(({ attempts }) => attempts > 0)
  if (tried === undefined) return []
  return (await admin.get<{ tries: Attempt[] }>(`${path}/${tried.id}`)).body.tries
}

/** Slow endpoints take the whole time of a request, so only the soak has them. */
async function startSites(): Promise<AsyncDisposable & { readonly urls: readonly string[] }> {
  const child = fork(join(import.meta.dirname, '../lab/hostile-endpoints-main.ts'), {
    execArgv: ['--conditions=source'],
  })
  const [{ quick, slow }] = (await once(child, 'message')) as [Record<'quick' | 'slow', readonly string[]>]
  return {
    urls: isSoak ? [...quick, ...slow] : quick,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
