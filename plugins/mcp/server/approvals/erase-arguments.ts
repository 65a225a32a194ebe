import type { InstanceJobScope, Queries } from '@host/plugin'
import type { ApprovalParts } from './approval-parts.ts'
import { erasedArguments, type StoredArguments } from './asked-call.ts'
import type { Tables } from './models.ts'
import { openStates } from './still-open.ts'

type Parts = Pick<ApprovalParts, 'ctx' | 'clock'>
type Db = Pick<Queries<Tables>, 'selectFrom' | 'updateTable'>

const atOnce = 200

/** Erases the arguments of a call that has ended; the sealed hash of them stays. A call that is open is left as it is. */
export async function eraseArguments(parts: Parts, db: Db, place: { readonly orgId: string; readonly id: string }) {
  const row = await db
    .selectFrom('mcp_approvals')
    .select(['seal', 'input', 'erased_at'])
    .where('id', '=', place.id)
    .where('state', 'not in', openStates)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (row !== undefined) await erase(parts, db, { ...row, ...place })
}

/** Erases the arguments of all calls that have ended, such as those of a process that died before it did. */
export async function eraseEnded(parts: Parts, { db, signal }: Pick<InstanceJobScope<Tables>, 'db' | 'signal'>) {
  for (let isMore = true; isMore && !signal.aborted;) {
    const rows = await db
      .selectFrom('mcp_approvals')
      .select(['id', 'org_id', 'seal', 'input', 'erased_at'])
      .where('erased_at', 'is', null)
      .where('state', 'not in', openStates)
      .limit(atOnce)
      .execute()
    for (const row of rows) await erase(parts, db, { ...row, orgId: row.org_id })
    isMore = rows.length === atOnce
  }
}

async function erase(parts: Parts, db: Db, row: StoredArguments & { readonly id: string }): Promise<void> {
  await db
    .updateTable('mcp_approvals')
    .set({ input: await erasedArguments(parts, row), erased_at: new Date(parts.clock()).toISOString() })
    .where('id', '=', row.id)
    .execute()
}
