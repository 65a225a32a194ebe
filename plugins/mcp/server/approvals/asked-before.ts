import { Problem, type Queries } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import type { ApprovalParts } from './approval-parts.ts'
import { hasArguments } from './asked-call.ts'
import type { ApprovalReceipt, ApprovalRequest } from './approval-request.ts'
import type { Tables } from './models.ts'

/** The earlier approval of the same key and token. @throws Problem `unprocessable` for another call */
export async function askedBefore(
  parts: Pick<ApprovalParts, 'ctx'>,
  db: Queries<Tables>,
  { caller, ask }: { readonly caller: ApiCaller; readonly ask: ApprovalRequest },
): Promise<ApprovalReceipt | undefined> {
  const { idempotencyKey, route, input } = ask
  if (idempotencyKey === undefined) return undefined
  const row = await db
    .selectFrom('mcp_approvals')
    .select(['id', 'state', 'expires_at', 'pattern', 'seal', 'input', 'erased_at'])
    .where('token_id', '=', caller.tokenId)
    .where('asked_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isSame = row.pattern === route.pattern && (await hasArguments(parts, { ...row, orgId: caller.orgId }, input))
  if (!isSame) throw new Problem('unprocessable', otherCall)
  return { id: row.id, status: row.state, expiresAt: row.expires_at }
}

const otherCall = {
  detail: {
    en: 'This idempotency key was already used for another call.',
    zh: '此幂等键已用于另一个调用。',
  },
}
