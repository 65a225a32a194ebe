import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Features, Notifications } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import type { ApprovalParts } from '../../../plugins/mcp/server/approvals/approval-parts.ts'
import { endLost } from '../../../plugins/mcp/server/approvals/end-lost.ts'
import { expireOld } from '../../../plugins/mcp/server/approvals/expire-approvals.ts'
import { removeOld } from '../../../plugins/mcp/server/approvals/remove-old.ts'
import { isAnyOpen } from '../../../plugins/mcp/server/approvals/still-open.ts'
import {
  withdrawEndedTokens,
  withdrawOfAccount,
  withdrawSwitchedOff,
} from '../../../plugins/mcp/server/approvals/withdraw-approvals.ts'
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

const at = (later: number): string => new Date(Date.now() + later).toISOString()

type Own = ReturnType<ApprovalParts['ctx']['db']['inWorkspace']>

async function add(own: Own, state: 'pending' | 'approved' | 'running' | 'done', more: object = {}): Promise<string> {
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

async function stateOf(own: Own, id: string) {
  const row = await own.selectFrom('mcp_approvals').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
  return row && [row.state, row.error]
}

/** A host with approvals and little else. */
async function open(database: (typeof testDatabases)[number]) {
  const known = Promise.withResolvers<ApprovalParts>()
  const plugin = askingPlugin((parts) => known.resolve(parts))
  const inTree = [{ plugin, granted: ['mcp'] }]
  const host = await startSpecHost({ isBare: true, inTree, plugins: [bell], database })
  const parts = await known.promise
  const { signal } = new AbortController()
  return {
    features: host.host.lookup(Features),
    parts,
    own: parts.ctx.db.inWorkspace(orgId, 'a test'),
    scope: { db: parts.ctx.db.asInstance('a test'), signal },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

for (const database of testDatabases) {
  test(`§A85 §A86 calls that ended without an event are found and ended, and the others stay: ${database.name}`, async () => {
    await using lab = await open(database)
    const { parts, own, scope, features } = lab
    assert.equal(await isAnyOpen(scope.db), false)
    const [late, waiting] = [await add(own, 'pending', { expires_at: at(-1) }), await add(own, 'pending')]
    const lost = await add(own, 'approved', { job_id: 'job_none', decided_at: at(0) })
    const broken = await add(own, 'running', { job_id: 'job_none', decided_at: at(0) })
    const old = await add(own, 'done', { requested_at: at(-91 * day) })
    assert.equal(await isAnyOpen(scope.db), true)
    await expireOld(parts, scope)
    await withdrawSwitchedOff(parts, scope)
    await removeOld(parts, scope)
    assert.deepEqual([await stateOf(own, late), await stateOf(own, old)], [['expired', null], undefined])
    await withdrawEndedTokens(parts, scope)
    await endLost(parts, scope)
    assert.deepEqual(
      [await stateOf(own, waiting), await stateOf(own, lost), await stateOf(own, broken)],
      [
        ['withdrawn', null],
        ['failed', 'taken_out'],
        ['failed', 'interrupted'],
      ],
    )
    const ofAccount = await add(own, 'pending', { user_id: 'usr_deleted' })
    await withdrawOfAccount(parts, 'usr_deleted')
    assert.deepEqual(await stateOf(own, ofAccount), ['withdrawn', null])
    const [asked, letRun] = [await add(own, 'pending'), await add(own, 'approved', { decided_at: at(0) })]
    await features?.set(orgId, 'mcp', false)
    await withdrawSwitchedOff(parts, scope)
    assert.deepEqual(
      [await stateOf(own, asked), await stateOf(own, letRun)],
      [
        ['withdrawn', null],
        ['withdrawn', null],
      ],
    )
    assert.equal(await isAnyOpen(scope.db), false)
  })
}
