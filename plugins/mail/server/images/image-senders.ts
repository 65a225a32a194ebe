import { domainToASCII } from 'node:url'
import {
  listOf,
  Problem,
  type EndpointInput,
  type ListPage,
  type Queries,
  type ReadQueries,
  type WorkspaceScope,
} from '@host/plugin'
import { mailLimits, type EmailDetails, type ImageSender, type listImageSenders } from '../../shared.ts'
import { requireEmail, type EmailRow } from '../emails/email-rows.ts'
import type { Tables } from '../models.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'audit'>

/** The senders of a person, the newest first. */
export async function imageSendersPage(
  { db, userId }: Pick<Caller, 'db' | 'userId'>,
  input: EndpointInput<typeof listImageSenders>,
): Promise<ListPage<ImageSender>> {
  return await listOf({ db, input }, ownSenders(db, userId), {
    sort: { createdAt: 'created_at' },
    usual: '-createdAt',
    item: shownSender,
  })
}

/** How the remote images of an email are shown to a person. */
export async function remoteImagesOf(
  db: ReadQueries<Tables>,
  userId: string,
  email: EmailRow,
): Promise<EmailDetails['remoteImages']> {
  const address = provenSender(email)
  if (address === undefined) return 'blocked'
  const own = ownSenders(db, userId).where('address', '=', address)
  return (await own.executeTakeFirst()) === undefined ? 'allowable' : 'allowed'
}

/** Allows the images of the sender of an email. @throws Problem `not_found`, `conflict` for a sender without proof */
export async function allowSender({ db, userId, audit }: Caller, emailId: string): Promise<ImageSender> {
  return await db.transaction(async (tx) => {
    const address = provenSender(await requireEmail(tx, userId, emailId))
    if (address === undefined) throw new Problem('conflict', unproven)
    // Its lock lets one call of a person add and remove at a time.
    await oldestFirst(tx, userId).limit(1).forUpdate().execute()
    const added = tx.insertInto('mail_image_senders').values({ user_id: userId, address })
    await added.onConflict((conflict) => conflict.columns(['org_id', 'user_id', 'address']).doNothing()).execute()
    const row = await ownSenders(tx, userId).where('address', '=', address).executeTakeFirstOrThrow()
    await forgetOldest(tx, userId, row.id)
    audit.describe({ target: `mail_image_sender:${row.id}` })
    return shownSender(row)
  })
}

/** @throws Problem `not_found` */
export async function removeSender({ db, userId, audit }: Caller, id: string): Promise<undefined> {
  return await db.transaction(async (tx) => {
    const own = tx.deleteFrom('mail_image_senders').where('id', '=', id).where('user_id', '=', userId)
    if ((await own.returning('id').executeTakeFirst()) === undefined) throw new Problem('not_found')
    audit.describe({ target: `mail_image_sender:${id}` })
    return undefined
  })
}

/**
 * The address of the sender that DMARC proved, in lower case; undefined otherwise, and for spam. The proof is one of a
 * domain, so it has to be the domain of the very address that the email shows.
 */
function provenSender({ checks, sender, folder, direction }: EmailRow): string | undefined {
  if (checks?.dmarc.result !== 'pass' || sender === null || folder === 'spam' || direction !== 'in') return undefined
  const address = sender.address.toLowerCase()
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
  return domain !== '' && domain === domainToASCII(checks.dmarc.domain) ? address : undefined
}

async function forgetOldest(tx: Queries<Tables>, userId: string, added: string): Promise<void> {
  const all = await oldestFirst(tx, userId).execute()
  const former = all.filter(({ id }) => id !== added).slice(0, Math.max(0, all.length - mailLimits.imageSenders))
  if (former.length === 0) return
  const ids = former.map(({ id }) => id)
  await tx.deleteFrom('mail_image_senders').where('id', 'in', ids).where('user_id', '=', userId).execute()
}

function oldestFirst(db: ReadQueries<Tables>, userId: string) {
  const own = db.selectFrom('mail_image_senders').select('id').where('user_id', '=', userId)
  return own.orderBy('created_at').orderBy('id')
}

function ownSenders(db: ReadQueries<Tables>, userId: string) {
  return db.selectFrom('mail_image_senders').select(['id', 'address', 'created_at']).where('user_id', '=', userId)
}

type SenderRow = Awaited<ReturnType<ReturnType<typeof ownSenders>['executeTakeFirstOrThrow']>>

function shownSender({ id, address, created_at: createdAt }: SenderRow): ImageSender {
  return { id, address, createdAt }
}

const unproven = {
  detail: {
    en: 'The sender of this email is not verified by DMARC.',
    zh: '此邮件的发件人未通过 DMARC 验证。',
  },
  nextStep: { en: 'Show the images of this email alone.', zh: '请仅显示这封邮件的图片。' },
}
