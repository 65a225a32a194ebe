import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Exports, stream } from '@host/plugin'
import { inTree } from '../../../apps/server/src/edition.ts'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { fillAuditLog } from '../lab/audit-load.ts'
import { downloadApart, stallDownload } from '../lab/export-client.ts'
import { withHeartbeat } from '../lab/heartbeat.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'
import { until } from '@host/host/testing/until'

const isSoak = process.env['HOST_SOAK'] === '1'
const auditExport = '/api/audit/export?format=csv'

/** The product as it is, since the checks of a spec host would read a streamed answer to its end. */
const open = (at: TestDatabase) => startSpecHost({ at, isBare: true, inTree })

async function workspaceOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
  return body.workspace.id
}

/** Asks until a place is free, which it is as soon as the host has learned that a client left. */
async function untilFree(visitor: Visitor, path: string): Promise<number> {
  let status = 0
  await until(async () => {
    status = (await visitor.get(path)).status
    return status !== 429 && status !== 503
  })
  return status
}

test('§I61 a workspace runs one export at a time, of any kind, and a client that is killed gives its place back', async () => {
  await using fresh = await testDatabases[0]!.create()
  await using spec = await open(fresh)
  const { ada, dora } = await spec.people()
  const orgId = await workspaceOf(ada)
  await fillAuditLog(fresh, orgId, 60_000)
  const whole = `/api/workspaces/${orgId}/export`
  const checks = [`${whole}/check`, '/api/audit/export/check?format=csv']
  for (const [running, others] of [
    [whole, [auditExport, whole]],
    [auditExport, [whole, auditExport]],
  ] as const) {
    using download = await stallDownload(ada, running)
    assert.match(download.head, /^HTTP\/1\.1 200 /)
    for (const path of [...others, ...checks]) {
      const { status, headers, body } = await ada.get<Record<string, string>>(path)
      assert.deepEqual([status, headers.get('retry-after'), body['code']], [429, '60', 'too_many_requests'])
      assert.match(
        JSON.stringify(body),
        /Another export of this workspace is still running.*Wait for the running export/,
      )
    }
    const chinese = await ada.get(auditExport, { 'accept-language': 'zh' })
    assert.match(JSON.stringify(chinese.body), /此工作区正在进行另一项导出.*请等待当前导出完成/)
    assert.equal((await dora.get(auditExport)).status, 200, 'another workspace exports meanwhile')
    download.kill()
    assert.equal(await untilFree(ada, '/api/audit/export?format=csv&action=none.x'), 200)
    for (const path of checks) assert.equal((await ada.get(path)).status, 204, path)
  }
})

/** Exports without an end, of whichever workspace the query names. */
const endless = definePlugin({
  name: 'endless',
  info: infoOf('Endless'),
  models: [],
  mount(mux, ctx) {
    async function* pages(): AsyncGenerator<string> {
      for (;;) yield 'x'.repeat(64 * 1024)
    }
    mux.handle(
      'GET /api/x/endless/export',
      ctx.guard(({ request }) => {
        const orgId = new URL(request.url).searchParams.get('org') ?? undefined
        return stream(ctx.lookup(Exports)!.open(orgId, pages()))
      }),
    )
  },
})

test('§I61 a process runs four exports, of all plugins together, and the fifth workspace gets a Retry-After', async () => {
  await using spec = await startSpecHost({ plugins: [endless] })
  const { ada } = await spec.people()
  const downloads = await Promise.all(
    [1, 2, 3, 4].map((each) => stallDownload(ada, `/api/x/endless/export?org=org_${each}`)),
  )
  for (const { head } of downloads) assert.match(head, /^HTTP\/1\.1 200 /)
  const { status, headers, body } = await ada.get(auditExport)
  assert.deepEqual([status, headers.get('retry-after')], [503, '120'])
  assert.match(JSON.stringify(body), /4 exports of other workspaces are running.*Export again in a few minutes/)
  downloads[2]?.kill()
  assert.equal(await untilFree(ada, auditExport), 200)
  for (const download of downloads) download.kill()
})

/** As many workspaces of the visitor as asked for, which share 500,000 entries of the audit log. */
async function filledWorkspaces(database: TestDatabase, visitor: Visitor, count: number): Promise<readonly string[]> {
  const ids = [await workspaceOf(visitor)]
  while (ids.length < count) {
    const { body } = await visitor.post<{ readonly id: string }>('/api/workspaces', { name: `Shared ${ids.length}` })
    ids.push(body.id)
  }
  for (const id of ids) await fillAuditLog(database, id, Math.ceil(500_000 / count))
  return ids
}

for (const product of testDatabases) {
  for (const count of [1, 6]) {
    test(
      `§I60 exporting 500,000 entries never stops the event loop for 50 ms, ${count} at once (${product.name})`,
      { skip: !isSoak },
      async (context) => {
        await using fresh = await product.create()
        await using spec = await open(fresh)
        const { ada } = await spec.people()
        const ids = await filledWorkspaces(fresh, ada, count)
        const since = performance.now()
        const { result, largestGap, largestWork } = await withHeartbeat(() =>
          Promise.all(ids.map((id) => downloadApart(ada, `/api/workspaces/${id}/export`))),
        )
        const seconds = ((performance.now() - since) / 1_000).toFixed(1)
        const megabytes = result.reduce((sum, each) => sum + each.bytes, 0) / 1e6
        const statuses = result.map(({ status }) => status).toSorted((a, b) => a - b)
        const figures = `${seconds} s, ${megabytes.toFixed(0)} MB, largest gap ${largestGap.toFixed(0)} ms, of own work ${largestWork.toFixed(0)} ms`
        context.diagnostic(figures)
        assert.deepEqual(statuses, [200, 200, 200, 200, 503, 503].slice(0, count))
        // Several downloads share the cores with the host, so the wall says as much about them; its own work is asserted.
        assert.ok((count === 1 ? largestGap : largestWork) < 50, figures)
      },
    )
  }
}
