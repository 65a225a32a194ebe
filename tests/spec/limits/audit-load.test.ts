import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { busyUser, fillAuditLog } from '../lab/audit-load.ts'
import { withHeartbeat } from '../lab/heartbeat.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const isSoak = process.env['HOST_SOAK'] === '1'

/** Asked of a log with 500,000 entries, of which a workspace may have as many as it likes. */
const queries = [
  '?limit=200',
  '?actor=agent',
  `?actor=${busyUser}&action=none.x&total=true`,
  '?target=view&actor=agent&total=true',
  '/activity?days=90',
]

for (const product of testDatabases) {
  test(
    `§P62 no filter over 500,000 entries stops the event loop for 50 ms (${product.name})`,
    { skip: !isSoak },
    async () => {
      await using fresh = await product.create(editionTemplate())
      await using spec = await startSpecHost({ at: fresh })
      const { ada } = await spec.people()
      const { body } = await ada.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
      await fillAuditLog(fresh, body.workspace.id, 500_000)
      await ada.get('/api/audit')
      for (const query of queries) {
        const { result, largestGap } = await withHeartbeat(() => ada.get(`/api/audit${query}`))
        assert.equal(result.status, 200, query)
        assert.ok(largestGap < 50, `${query}: ${largestGap.toFixed(0)} ms`)
      }
    },
  )
}
