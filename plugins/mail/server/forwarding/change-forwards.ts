import { Mail, Problem, UniqueViolation, type EndpointInput, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { mailLimits, type addForward, type Forward } from '../../shared.ts'
import { requireReadable } from '../mailboxes/access.ts'
import { requireOpenMailbox } from '../mailboxes/mailboxes-quota.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { countLink, linkEmail, linkTo, newLink } from './forward-link.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** The addresses that a mailbox forwards to, by address. */
export async function forwardsOf(db: ReadQueries<Tables>, mailboxId: string): Promise<Forward[]> {
  const forwards = db.selectFrom('mail_forwards').selectAll().where('mailbox_id', '=', mailboxId)
  return (await forwards.orderBy('address').limit(mailLimits.forwards).execute()).map(shownForward)
}

/** @throws Problem `not_found`, `invalid_input`, `conflict`, `too_many_requests`, `service_unavailable` */
export async function addForwardTo(
  parts: Parts,
  { db, orgId, userId, audit }: Caller,
  { id: mailboxId, address: given, takesAll = true }: EndpointInput<typeof addForward>,
): Promise<Forward> {
  await requireReadable(db, userId, mailboxId)
  await requireOpenMailbox(parts, { db, orgId }, mailboxId)
  const address = readAddress(given)?.address
  if (address === undefined) throw at('invalid_input', notAddress)
  const isOwn = await isOwnAddress(db, { mailboxId, address })
  const now = parts.clock()
  const { token, columns } = newLink(now)
  const link = isOwn ? '' : linkTo(parts, token)
  if (!isOwn) await requireLink(parts, orgId)
  return await db.transaction(async (tx) => {
    const mailboxes = tx.selectFrom('mail_mailboxes').select('address').where('id', '=', mailboxId)
    const mailbox = await mailboxes.forUpdate().executeTakeFirstOrThrow()
    if ((await forwardsOf(tx, mailboxId)).length >= mailLimits.forwards) throw at('conflict', tooMany)
    const row = await tx
      .insertInto('mail_forwards')
      .values({
        mailbox_id: mailboxId,
        address,
        takes_all: takesAll,
        created_by: userId,
        ...(isOwn ? { confirmed_at: new Date(now).toISOString() } : columns),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw error instanceof UniqueViolation ? at('conflict', known) : error
      })
    if (!isOwn) await parts.ctx.sendMail({ orgId, to: [address], ...linkEmail(link, mailbox.address) })
    audit.describe({ target: `mail forward:${row.id}`, after: { mailboxId, address, takesAll } })
    return shownForward(row)
  })
}

/** @throws Problem `service_unavailable` where the workspace sends no emails, `too_many_requests` */
async function requireLink(parts: Parts, orgId: string): Promise<void> {
  if ((await parts.ctx.lookup(Mail)?.canSend?.(orgId)) === false) throw new Problem('service_unavailable', sendsNone)
  await countLink(parts, orgId)
}

const sendsNone = {
  detail: { en: "This workspace can't send email.", zh: '此工作区无法发送邮件。' },
  nextStep: {
    en: 'Add a sending server with a sender for automatic emails, then try again.',
    zh: '请先添加带有自动邮件发件人的发信服务器，然后重试。',
  },
}

/** Whether mail for an address arrives in another mailbox of this workspace. @throws Problem for the mailbox's own */
async function isOwnAddress(
  db: ReadQueries<Tables>,
  { mailboxId, address }: { readonly mailboxId: string; readonly address: string },
): Promise<boolean> {
  const own = db.selectFrom('mail_addresses').select('mailbox_id').where('address', '=', address)
  const row = await own.executeTakeFirst()
  if (row?.mailbox_id === mailboxId) throw at('invalid_input', itself)
  return row !== undefined
}

/** A forward of a mailbox that the caller may read. @throws Problem `not_found` */
export async function requireForward(db: ReadQueries<Tables>, userId: string, id: string) {
  const row = await db.selectFrom('mail_forwards').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  await requireReadable(db, userId, row.mailbox_id)
  return row
}

/** @throws Problem `not_found`, `conflict`, `too_many_requests`, `service_unavailable` */
export async function sendLink(parts: Parts, { db, orgId, userId, audit }: Caller, id: string): Promise<undefined> {
  const { address, confirmed_at: confirmedAt, mailbox_id: mailboxId } = await requireForward(db, userId, id)
  if (confirmedAt !== null) throw at('conflict', confirmed)
  const { token, columns } = newLink(parts.clock())
  const link = linkTo(parts, token)
  await requireLink(parts, orgId)
  await db.transaction(async (tx) => {
    const mailboxes = tx.selectFrom('mail_mailboxes').select('address').where('id', '=', mailboxId)
    const mailbox = await mailboxes.executeTakeFirstOrThrow()
    await tx.updateTable('mail_forwards').set(columns).where('id', '=', id).execute()
    await parts.ctx.sendMail({ orgId, to: [address], ...linkEmail(link, mailbox.address) })
    audit.describe({ target: `mail forward:${id}`, after: { address } })
  })
}

/** @throws Problem `not_found` */
export async function setTakesAll(
  parts: Pick<Parts, 'ctx'>,
  { db, orgId, userId, audit }: Caller,
  { id, takesAll }: { readonly id: string; readonly takesAll: boolean },
): Promise<Forward> {
  const { mailbox_id: mailboxId } = await requireForward(db, userId, id)
  await requireOpenMailbox(parts, { db, orgId }, mailboxId)
  return await db.transaction(async (tx) => {
    const row = await requireForward(tx, userId, id)
    await tx.updateTable('mail_forwards').set({ takes_all: takesAll }).where('id', '=', id).execute()
    const { address, takes_all: before } = row
    audit.describe({ target: `mail forward:${id}`, before: { takesAll: before }, after: { address, takesAll } })
    return { ...shownForward(row), takesAll }
  })
}

/** @throws Problem `not_found` */
export async function remove({ db, userId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const { address, mailbox_id: mailboxId } = await requireForward(tx, userId, id)
    await tx.deleteFrom('mail_forwards').where('id', '=', id).execute()
    audit.describe({ target: `mail forward:${id}`, before: { address, mailboxId } })
  })
}

interface ForwardRow {
  readonly id: string
  readonly mailbox_id: string
  readonly address: string
  readonly takes_all: boolean
  readonly confirmed_at: string | null
}

function shownForward({ id, address, ...row }: ForwardRow): Forward {
  return {
    id,
    mailboxId: row.mailbox_id,
    address,
    takesAll: row.takes_all,
    isConfirmed: row.confirmed_at !== null,
  }
}

function at(code: 'invalid_input' | 'conflict', message: { readonly en: string; readonly zh: string }): Problem {
  return new Problem(code, { detail: message, errors: [{ path: 'address', message }] })
}

const notAddress = { en: 'Enter an address such as ada@example.com.', zh: '请填写邮箱地址，例如 ada@example.com。' }
const itself = { en: "A mailbox can't forward to itself.", zh: '邮箱不能转发给自己。' }
const known = { en: 'The mailbox has this address already.', zh: '该邮箱已添加此地址。' }
const confirmed = { en: 'This address is confirmed already.', zh: '此地址已确认。' }
const tooMany = {
  en: `A mailbox forwards to at most ${mailLimits.forwards} addresses. Remove one, then try again.`,
  zh: `每个邮箱最多转发到 ${mailLimits.forwards} 个地址。请先移除一个，然后重试。`,
}
