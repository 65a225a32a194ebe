import { hasRole, Problem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import type { OutgoingDetails, OutgoingMessage, RecipientState } from '../../shared.ts'
import { readableMailboxes } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'

export type Viewer = Pick<WorkspaceScope<Tables>, 'userId' | 'role'>

const columns = [
  'id',
  'message_id',
  'mailbox_id',
  'from_address',
  'envelope_from',
  'subject',
  'state',
  'send_at',
  'began_at',
  'ended_at',
  'created_at',
  'seal',
] as const

/** Messages that a caller sees: admins all of them, members those of mailboxes that they may read. */
export function visibleOutgoing(db: ReadQueries<Tables>, { userId, role }: Viewer) {
  const all = db.selectFrom('mail_outgoing').select(columns)
  return hasRole(role, 'admin') ? all : all.where('mailbox_id', 'in', readableMailboxes(db, userId))
}

export type OutgoingRow = Awaited<ReturnType<ReturnType<typeof visibleOutgoing>['executeTakeFirstOrThrow']>>

/** @throws Problem `not_found` */
export async function requireOutgoing(db: ReadQueries<Tables>, viewer: Viewer, id: string): Promise<OutgoingRow> {
  const row = await visibleOutgoing(db, viewer).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** States by the result that they count as. */
export const statesOf = {
  waiting: ['waiting', 'deferred'],
  delivered: ['delivered'],
  failed: ['refused', 'suppressed', 'bounced', 'complained'],
  unknown: ['unknown'],
} as const satisfies Readonly<Record<string, readonly RecipientState[]>>

/** Recipients that a list names. */
const listed = 3

/** Messages as a list shows them, with three queries for however many. */
export async function shownOutgoing(
  db: ReadQueries<Tables>,
  { userId }: Viewer,
  rows: readonly OutgoingRow[],
): Promise<OutgoingMessage[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('mail_recipients')
    .select((of) => ['outgoing_id', 'state', of.fn.countAll<number>().as('count'), of.fn.min('address').as('first')])
    .where('outgoing_id', 'in', ids)
    .groupBy(['outgoing_id', 'state'])
    .execute()
  const readable = new Set((await readableMailboxes(db, userId).execute()).map(({ mailbox_id: id }) => id))
  return rows.map((row) => {
    const own = counts.filter(({ outgoing_id: id }) => id === row.id)
    const countOf = (states: readonly RecipientState[]): number =>
      own.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
    return {
      id: row.id,
      mailboxId: row.mailbox_id,
      subject: row.mailbox_id === null || readable.has(row.mailbox_id) ? row.subject : null,
      from: row.from_address,
      to: own.flatMap(({ first }) => first ?? []).slice(0, listed),
      state: row.state,
      sendAt: row.send_at,
      createdAt: row.created_at,
      recipients: {
        total: own.reduce((sum, { count }) => sum + count, 0),
        waiting: countOf(statesOf.waiting),
        delivered: countOf(statesOf.delivered),
        failed: countOf(statesOf.failed),
        unknown: countOf(statesOf.unknown),
      },
    }
  })
}

/** A message with the results of its recipients. @throws Problem `not_found` */
export async function outgoingDetails(db: ReadQueries<Tables>, viewer: Viewer, id: string): Promise<OutgoingDetails> {
  const row = await requireOutgoing(db, viewer, id)
  const [shown] = await shownOutgoing(db, viewer, [row])
  if (shown === undefined) throw new Problem('not_found')
  const recipients = await db
    .selectFrom('mail_recipients')
    .select(['id', 'address', 'kind', 'state', 'attempts', 'next_at', 'reply', 'settled_at'])
    .where('outgoing_id', '=', id)
    .orderBy('id')
    .execute()
  const email =
    row.message_id === null || row.mailbox_id === null
      ? undefined
      : await db
          .selectFrom('mail_emails')
          .select('id')
          .where('message_id', '=', row.message_id)
          .where('mailbox_id', '=', row.mailbox_id)
          .where('mailbox_id', 'in', readableMailboxes(db, viewer.userId))
          .executeTakeFirst()
  return {
    ...shown,
    envelopeFrom: row.envelope_from,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    emailId: email?.id ?? null,
    canSendAgain: row.message_id !== null || row.seal !== null,
    all: recipients.map(({ next_at: nextAt, settled_at: settledAt, ...rest }) => ({ ...rest, nextAt, settledAt })),
  }
}
