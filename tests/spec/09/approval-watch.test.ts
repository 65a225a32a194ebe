import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Features, Notifications } from '@host/plugin'
import { testDatabases } from '../../../packages/host/src/db/testing/test-databases.ts'
import type { ApprovalParts } from '../../../plugins/mcp/server/approvals/approval-parts.ts'
import { endLost } from '../../../plugins/mcp/server/approvals/end-lost.ts'
import { expireOld } from '../../../plugins/mcp/server/approvals/expire-approvals.ts'
import { removeOld } from '../../../plugins/mcp/server/approvals/remove-old.ts'
import { isAnyOpen } from '../../../plugins/mcp/server/approvals/still-open.ts'
import { withdrawEndedTokens, withdrawSwitchedOff } from '../../../plugins/mcp/server/approvals/withdraw-approvals.ts'
import { askingPlugin } from '../../../plugins/mcp/server/testing/asking-plugins.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const bell = definePlugin({
  name: 'bell',
  info: infoOf('Bell'),
  models: [],
  mount: (_mux, ctx) => ctx.provide(Notifications, { notify: async () => undefined }),
})

const orgId = 'wsp_watched'
const day = 24 * 60 * 60 * 1000

for (const database of testDatabases) {
  test(`§A85 §A86 what has ended without a word is found and ended, and the rest is left as it is: ${database.name}`, async () => {
    const known = Promise.withResolvers<ApprovalParts>()
    const asking = askingPlugin((parts) => known.resolve(parts))
    await using host = await startSpecHost({
      isBare: true,
      inTree: [{ plugin: asking, granted: ['mcp'] }],
      plugins: [bell],
      database,
    })
    const parts = await known.promise
    const scope = { db: parts.ctx.db.asInstance('a test'), signal: new AbortController().signal }
    const own = parts.ctx.db.inWorkspace(orgId, 'a test')
    const at = (later: number) => new Date(Date.now() + later).toISOString()
    const add = async (state: 'pending' | 'approved' | 'running' | 'done', more: object = {}) => {
      const row = await own
        .insertInto('mcp_approvals')
        .values({
          user_id: 'usr_1',
          token_id: 'tok_1',
          token_stamp: 'stamp',
          token_name: 'Agent',
          tool: 'tools_empty',
          pattern: 'POST /api/x/tools/empty',
          seal: 'seal',
          input: '',
          state,
          requested_at: at(0),
          expires_at: at(day),
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }
    const stateOf = async (id: string) => {
      const row = await own
        .selectFrom('mcp_approvals')
        .select(['state', 'error'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && [row.state, row.error]
    }
    assert.equal(await isAnyOpen(scope.db), false)
    const [late, waiting] = [await add('pending', { expires_at: at(-1) }), await add('pending')]
    const lost = await add('approved', { job_id: 'job_none', decided_at: at(0) })
    const broken = await add('running', { job_id: 'job_none', decided_at: at(0) })
    const old = await add('done', { requested_at: at(-91 * day) })
    assert.equal(await isAnyOpen(scope.db), true)
    await expireOld(parts, scope)
    await withdrawSwitchedOff(parts, scope)
    await removeOld(parts, scope)
    assert.deepEqual([await stateOf(late), await stateOf(old)], [['expired', null], undefined])
    await withdrawEndedTokens(parts, scope)
    await endLost(parts, scope)
    assert.deepEqual(
      [await stateOf(waiting), await stateOf(lost), await stateOf(broken)],
      [
        ['withdrawn', null],
        ['failed', 'taken_out'],
        ['failed', 'interrupted'],
      ],
    )
    const [asked, letRun] = [await add('pending'), await add('approved', { decided_at: at(0) })]
    await host.host.lookup(Features)?.set(orgId, 'mcp', false)
    await withdrawSwitchedOff(parts, scope)
    assert.deepEqual(
      [await stateOf(asked), await stateOf(letRun)],
      [
        ['withdrawn', null],
        ['withdrawn', null],
      ],
    )
    assert.equal(await isAnyOpen(scope.db), false)
  })
}
