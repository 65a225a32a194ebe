/**
 * Withdraws calls that can no longer run, so that no admin is asked to decide them: calls of ended tokens, and calls in
 * workspaces that disabled agents. Events report ended tokens at once; endings without an event, since a disabled
 * plugin receives none, are found by polling.
 */
import { Events, Features, type InstanceJobScope, type ScopedDatabase } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import type { Ending } from './approval-notifications.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { endQuestion, type OpenQuestion } from './end-question.ts'
import type { AllTables, Tables } from './models.ts'

type Scope = Pick<InstanceJobScope<Tables>, 'db' | 'signal'>
type Db = ScopedDatabase<AllTables>
type Kept = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]

const atOnce = 200

/** Subscribes to ended tokens, while mounting. @throws Error naming a missing service */
export function hearEndedTokens(parts: ApprovalParts): void {
  const events = parts.ctx.lookup(Events)
  if (events === undefined) throw new Error(`Approvals need the service ${Events.name} of the host.`)
  type Ended = { readonly id?: string; readonly userId?: string }
  const names = ['api-token.revoked', 'api-token.rotated', 'member.left']
  events.subscribe<Ended, Tables>('ended-tokens', names, async ({ db: own }, { data }) => {
    // The rows of the workspace: both database types write them the same way.
    const db = own as unknown as Db
    const { id, userId } = data
    const rows = await (
      userId === undefined ? waiting(db).where('token_id', '=', id ?? '') : waiting(db).where('user_id', '=', userId)
    ).execute()
    await withdrawDead(parts, db, { rows, ending: userId === undefined ? 'token_ended' : 'asker_left' })
  })
}

/** Takes back approval requests of a deleted account. */
export async function withdrawOfAccount(parts: ApprovalParts, userId: string): Promise<void> {
  const db = parts.ctx.db.asInstance('approval requests of a deleted account')
  const rows = await waiting(db).where('user_id', '=', userId).execute()
  await endAll(parts, db, { rows, ending: 'asker_left' })
}

/** Withdraws calls of tokens that ended without an event. */
export async function withdrawEndedTokens(parts: ApprovalParts, { db, signal }: Scope): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined && !signal.aborted;) {
    const rows: Kept[] = await waiting(db).where('id', '>', last).orderBy('id').limit(atOnce).execute()
    await withdrawDead(parts, db, { rows, ending: 'token_ended' })
    last = rows.length < atOnce ? undefined : rows.at(-1)?.id
  }
}

/** Withdraws pending calls, and approved ones that have not begun, in workspaces that disabled agents. */
export async function withdrawSwitchedOff(parts: ApprovalParts, { db, signal }: Scope): Promise<void> {
  const features = parts.ctx.lookup(Features)
  const open = ['pending', 'approved'] as const
  const asked = db.selectFrom('mcp_approvals').select('org_id').distinct().where('state', 'in', open)
  for (const { org_id: orgId } of await asked.execute()) {
    if (signal.aborted || (await features?.isEnabled(orgId, parts.ctx.name)) !== false) continue
    const rows = await db
      .selectFrom('mcp_approvals')
      .select(['id', 'org_id', 'tool', 'state'])
      .where('org_id', '=', orgId)
      .where('state', 'in', open)
      .execute()
    await endAll(parts, db, { rows, ending: 'switched_off' })
  }
}

interface Dead {
  readonly rows: readonly Kept[]
  readonly ending: Ending
}

async function withdrawDead(parts: ApprovalParts, db: Db, { rows, ending }: Dead): Promise<void> {
  for (const [, ofToken] of Map.groupBy(rows, ({ token_stamp: stamp }) => stamp)) {
    const [first] = ofToken
    if (first !== undefined && !(await parts.calls.isLive(callerOf(first)))) {
      await endAll(parts, db, { rows: ofToken, ending })
    }
  }
}

async function endAll(
  parts: ApprovalParts,
  db: Db,
  { rows, ending }: { rows: readonly OpenQuestion[]; ending: Ending },
) {
  for (const row of rows) await endQuestion(parts, db, { row, ending })
}

function waiting(db: Db) {
  return db
    .selectFrom('mcp_approvals')
    .select(['id', 'org_id', 'tool', 'state', 'user_id', 'token_id', 'token_stamp', 'address'])
    .where('state', '=', 'pending')
}

/** The caller of a call, as stored by the host. */
export function callerOf(row: Pick<Kept, 'org_id' | 'user_id' | 'token_id' | 'token_stamp' | 'address'>): ApiCaller {
  const { org_id: orgId, user_id: userId, token_id: tokenId, token_stamp: stamp, address } = row
  return { orgId, userId, tokenId, stamp, address: address ?? undefined }
}
