import type { Queries, WorkspaceScope } from '@host/plugin'
import { deleteInbound, readInbound, rotateInbound, type Inbound } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { newSecret, secretHash } from './inbound-secret.ts'
import { mountReceiver } from './receive-http.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>

const hour = 3_600_000

/** Routes of the endpoint that receives emails over HTTP: its secret for admins, and the endpoint itself. */
export function mountInbound(mux: MailMux, parts: Parts): void {
  mux.endpoint(readInbound, async ({ db }) => await shownInbound(parts, db))
  mux.endpoint(rotateInbound, async (scope) => {
    const secret = await rotate(parts, scope, scope.input.keepFormerHours ?? 0)
    return { ...(await shownInbound(parts, scope.db)), secret }
  })
  mux.endpoint(deleteInbound, async ({ db }) => {
    await db.deleteFrom('mail_inbound').execute()
  })
  mountReceiver(mux, parts)
}

async function shownInbound({ clock }: Pick<Parts, 'clock'>, db: Scope['db']): Promise<Inbound> {
  const row = await db.selectFrom('mail_inbound').select(['id', 'rotated_at', 'former_until']).executeTakeFirst()
  if (row === undefined) return { path: null, rotatedAt: null, formerUntil: null }
  const isKept = row.former_until !== null && clock() < Date.parse(row.former_until)
  return {
    path: `/api/x/mail/inbound/${row.id}`,
    rotatedAt: row.rotated_at,
    formerUntil: isKept ? row.former_until : null,
  }
}

/** @returns the new secret, which is stored as a hash only */
async function rotate({ clock }: Pick<Parts, 'clock'>, { db, audit }: Scope, keepHours: number): Promise<string> {
  const secret = newSecret()
  const now = clock()
  const row = { secret_hash: secretHash(secret), rotated_at: new Date(now).toISOString() }
  await db.transaction(async (tx) => {
    // The first of two rotations at once makes the row, and the second replaces its secret.
    const made = await tx
      .insertInto('mail_inbound')
      .values(row)
      .onConflict((conflict) => conflict.columns(['org_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) await replaceSecret(tx, row, keepHours === 0 ? null : inHours(now, keepHours))
    audit.describe({ after: { keepFormerHours: keepHours } })
  })
  return secret
}

/** @param until how long the present secret is accepted, too; null for no time */
async function replaceSecret(
  tx: Queries<Tables>,
  row: { readonly secret_hash: string; readonly rotated_at: string },
  until: string | null,
): Promise<void> {
  const known = await tx.selectFrom('mail_inbound').select(['id', 'secret_hash']).forUpdate().executeTakeFirstOrThrow()
  const former = { former_hash: until === null ? null : known.secret_hash, former_until: until }
  await tx
    .updateTable('mail_inbound')
    .set({ ...row, ...former })
    .where('id', '=', known.id)
    .execute()
}

const inHours = (now: number, hours: number): string => new Date(now + hours * hour).toISOString()
