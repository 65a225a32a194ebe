import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import type { RecipientState } from '../../shared.ts'
import { emailDelivered } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { laneOf } from './domains.ts'
import { visibleOutgoing } from './outgoing-rows.ts'
import { sendJob } from './send-job.ts'
import { endMessage } from './settle-recipients.ts'
import { deliveryPaths } from './delivery-paths.ts'

export type Changer = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'role' | 'audit'>

/** What a person decides about recipients, by the states that it applies to. */
const decisions = {
  retry: ['waiting', 'deferred', 'refused'],
  cancel: ['waiting', 'deferred'],
  again: ['unknown'],
  delivered: ['unknown'],
} as const satisfies Readonly<Record<string, readonly RecipientState[]>>

export type Decision = keyof typeof decisions

export interface Deciding {
  readonly decision: Decision
  /** Of messages. */
  readonly ids: readonly string[]
  readonly recipientIds?: readonly string[] | undefined
  /** Whether it is wrong where nothing fits. */
  readonly isExact: boolean
}

/**
 * Decides about recipients of messages, all or none. One that an attempt is in doubt about stays as it is.
 * @returns how many @throws Problem `not_found`, `conflict`
 */
export async function decide(
  parts: Parts,
  { db, orgId, audit, userId, role }: Changer,
  { decision, ids, recipientIds, isExact }: Deciding,
): Promise<{ readonly recipients: number }> {
  const changed = await db.transaction(async (tx) => {
    await requireAll(tx, { userId, role }, ids)
    let total = 0
    for (const id of [...new Set(ids)].toSorted()) {
      total += await decideOne(parts, tx, { orgId, id, decision, recipientIds })
    }
    if (isExact && total === 0) throw new Problem('conflict', nothingFits)
    const target = ids.length === 1 ? { target: `mail_outgoing:${ids[0]}` } : {}
    audit.describe({ ...target, after: { messages: ids.length, recipients: total } })
    return total
  })
  parts.live.changed(orgId, deliveryPaths)
  return { recipients: changed }
}

async function requireAll(
  tx: Queries<Tables>,
  viewer: Pick<Changer, 'userId' | 'role'>,
  ids: readonly string[],
): Promise<void> {
  const rows = await visibleOutgoing(tx, viewer)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing === -1) return
  if (ids.length === 1) throw new Problem('not_found')
  const message = { en: 'This message was not found.', zh: '没有这封邮件。' }
  throw new Problem('not_found', { errors: [{ path: `ids.${missing}`, message }] })
}

interface DecidingOne extends Pick<Deciding, 'decision' | 'recipientIds'> {
  readonly orgId: string
  readonly id: string
}

async function decideOne(
  parts: Parts,
  tx: Queries<Tables>,
  { orgId, id, decision, recipientIds }: DecidingOne,
): Promise<number> {
  const all = tx
    .selectFrom('mail_recipients')
    .select(['id', 'domain', 'address', 'claim', 'in_doubt_at'])
    .where('outgoing_id', '=', id)
    .where('state', 'in', [...decisions[decision]])
  const some = recipientIds === undefined ? all : all.where('id', 'in', [...recipientIds])
  const found = await some.orderBy('id').forUpdate().execute()
  const isUnknown = decision === 'again' || decision === 'delivered'
  const rows = isUnknown ? found : found.filter(({ in_doubt_at: since }) => since === null)
  if (rows.length === 0) return 0
  const now = new Date(parts.clock()).toISOString()
  if (decision === 'retry' || decision === 'again') await enqueueNow(parts, tx, { orgId, id, rows, now })
  else await end(parts, tx, { orgId, id, rows, now, state: decision === 'cancel' ? 'canceled' : 'delivered' })
  return rows.length
}

interface Changing extends Pick<DecidingOne, 'orgId' | 'id'> {
  readonly rows: readonly { readonly id: string; readonly domain: string; readonly address: string }[]
  readonly now: string
}

/** Gives them to a new job, so that the one that waits finds nothing to do. The time for attempts begins again. */
async function enqueueNow({ jobs }: Parts, tx: Queries<Tables>, { orgId, id, rows, now }: Changing): Promise<void> {
  const message = await tx
    .selectFrom('mail_outgoing')
    .select(['message_id', 'body', 'began_at', 'send_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (message.message_id === null && message.body === null) throw new Problem('conflict', gone)
  const isBegun = message.began_at !== null
  await tx
    .updateTable('mail_outgoing')
    .set({
      ended_at: null,
      state: isBegun ? 'sending' : 'scheduled',
      ...(isBegun && { began_at: now }),
      ...(message.send_at > now && { send_at: now }),
    })
    .where('id', '=', id)
    .execute()
  for (const [domain, own] of Map.groupBy(rows, (row) => row.domain)) {
    const jobId = await jobs.enqueue(orgId, sendJob, { outgoingId: id, domain }, { lane: laneOf(domain) })
    await tx
      .updateTable('mail_recipients')
      .set({ state: 'waiting', next_at: now, job_id: jobId, claim: null, in_doubt_at: null, settled_at: null })
      .where(
        'id',
        'in',
        own.map((row) => row.id),
      )
      .execute()
  }
}

async function end(
  parts: Parts,
  tx: Queries<Tables>,
  { orgId, id, rows, now, state }: Changing & { readonly state: 'canceled' | 'delivered' },
): Promise<void> {
  await tx
    .updateTable('mail_recipients')
    .set({ state, next_at: null, job_id: null, claim: null, in_doubt_at: null, settled_at: now })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
  if (state === 'delivered') {
    for (const { id: recipientId, address } of rows) {
      await parts.events.publish(emailDelivered, orgId, { outgoingId: id, recipientId, address, reply: '' })
    }
  }
  await endMessage(tx, id, now)
}

const nothingFits = {
  detail: { en: 'No recipient of this message is in a state for this.', zh: '此邮件没有处于相应状态的收件人。' },
  nextStep: { en: 'Reload to see the present state.', zh: '请刷新以查看当前状态。' },
}

const gone = {
  detail: { en: 'The message was deleted, so it can’t be sent again.', zh: '邮件已删除，无法再次发送。' },
  nextStep: { en: 'Write a new one.', zh: '请重新撰写。' },
}
