import { createHash } from 'node:crypto'
import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import { writingLimits, type EmailAddress, type NewEmail, type SentEmail } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { answerReferences } from './answered-email.ts'
import { looseFiles, prepareEmails, requireRecipients, type WrittenEmail } from './compose-outgoing.ts'
import { namedAddresses } from './named-addresses.ts'
import { readOriginal } from './read-original.ts'
import { shortenLinks } from '../short-links/shorten-links.ts'
import { scheduledTime } from './send-time.ts'
import { findSender, requireSender, unknownSender, wrong, type Sender, type Writer } from './senders.ts'
import { storeOutgoing } from './store-outgoing.ts'
import { discardSent, type PreparedMessage } from './store-sent.ts'
import { bodyOf } from './written-body.ts'

type Caller = Writer & Pick<WorkspaceScope<Tables>, 'audit' | 'request'>

/** An email that was checked. */
interface CheckedEmail {
  readonly sender: Sender
  readonly sendAt: string
  readonly bcc: readonly EmailAddress[]
  readonly written: WrittenEmail
}

/** How a send is called. */
export interface Sending {
  /** The route, for the key of a repeat. */
  readonly route: 'one' | 'batch'
  readonly emails: readonly NewEmail[]
}

/**
 * Sends emails of a program, all or none. With an `Idempotency-Key` a repeat has the first answer, even where its process
 * died between the commit and the answer: the key is stored in the transaction of the emails.
 * @throws Problem `invalid_input`, `conflict`, `overloaded`, `service_unavailable`
 */
export async function sendEmailsIn(
  parts: Parts,
  caller: Caller,
  { route, emails }: Sending,
): Promise<readonly SentEmail[]> {
  const fingerprint = fingerprintOf(caller, route)
  const earlier = fingerprint === undefined ? undefined : await earlierSend(caller.db, fingerprint)
  if (earlier !== undefined) return earlier
  const checked: CheckedEmail[] = []
  for (const [at, email] of emails.entries()) {
    checked.push(await checkEmail(parts, caller, { email, path: route === 'one' ? '' : `emails.${at}.` }))
  }
  requireBatchTotal(checked.map((each) => each.written))
  const written = await shortenLinks(parts, caller, checked)
  const prepared = await prepareEmails(parts, caller.orgId, written)
  let isStored = false
  try {
    const sent = await storeAll(parts, caller, { checked, prepared, fingerprint })
    isStored = sent !== undefined
    if (sent !== undefined) return sent
  } finally {
    if (!isStored) for (const each of prepared) await discardSent(parts, each)
  }
  const first = fingerprint === undefined ? undefined : await earlierSend(caller.db, fingerprint)
  if (first === undefined) throw new Problem('conflict')
  return first
}

/** Each email is composed with its files and stored so, also where many have the same. @throws Problem `invalid_input` */
function requireBatchTotal(emails: readonly WrittenEmail[]): void {
  const bytes = emails.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0)
  if (bytes > writingLimits.batchFileBytes) throw wrong('emails', largeBatch)
}

const batchMebibytes = writingLimits.batchFileBytes / (1024 * 1024)
const largeBatch = {
  en: `The files of a batch can have at most ${batchMebibytes} MiB, counted for each email. Send fewer emails at a time.`,
  zh: `一批邮件的附件总计最多 ${batchMebibytes} MiB（按每封邮件计算），请减少每批邮件数量。`,
}

/** Undefined without an `Idempotency-Key`. */
function fingerprintOf({ userId, request }: Caller, route: string): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  return createHash('sha256')
    .update(JSON.stringify([userId, route, key]))
    .digest('base64url')
}

async function earlierSend(db: Caller['db'], fingerprint: string): Promise<readonly SentEmail[] | undefined> {
  const sends = db.selectFrom('mail_sends').select('emails').where('fingerprint', '=', fingerprint)
  return (await sends.executeTakeFirst())?.emails
}

interface Checking {
  readonly email: NewEmail
  /** Before the fields of errors. */
  readonly path: string
}

async function checkEmail(parts: Parts, caller: Caller, { email, path }: Checking): Promise<CheckedEmail> {
  const [to, cc] = [namedAddresses(email.to), namedAddresses(email.cc ?? [])]
  const bcc = namedAddresses(email.bcc ?? [])
  requireRecipients({ to, cc, bcc }, path)
  const wanted = { mailboxId: email.mailboxId, address: email.from?.address }
  const paths = { mailbox: `${path}mailboxId`, address: `${path}from.address` }
  const sender = await requireSender(parts, caller, { wanted, paths })
  const now = parts.clock()
  const sendAt =
    email.scheduledAt === undefined
      ? new Date(now).toISOString()
      : scheduledTime(email.scheduledAt, { now, path: `${path}scheduledAt` })
  const answered = email.inReplyTo === undefined ? undefined : await answeredBy(parts, caller, { email, path })
  const { userId, db } = caller
  const written: WrittenEmail = {
    from: { name: email.from?.name ?? sender.name, address: sender.address },
    to,
    cc,
    replyTo: namedAddresses(email.replyTo ?? []),
    ...(await bodyOf(db, email, path)),
    inReplyTo: answered?.inReplyTo ?? '',
    references: answered?.references ?? [],
    unsubscribeUrl: email.unsubscribeUrl,
    files: await looseFiles(db, { userId, ids: email.files ?? [], path }),
    date: sendAt,
    path,
  }
  return { sender, sendAt, bcc, written }
}

async function answeredBy(parts: Parts, caller: Caller, { email, path }: Checking) {
  try {
    return answerReferences(await readOriginal(parts, caller, email.inReplyTo ?? ''))
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') throw wrong(`${path}inReplyTo`, unknownEmail)
    throw error
  }
}

const unknownEmail = { en: 'Name an email that you may read.', zh: '请指定您可以阅读的邮件。' }

interface Storing {
  readonly checked: readonly CheckedEmail[]
  readonly prepared: readonly PreparedMessage[]
  readonly fingerprint: string | undefined
}

/** Undefined where another send with the same key was first. */
async function storeAll(
  parts: Parts,
  caller: Caller,
  { checked, prepared, fingerprint }: Storing,
): Promise<readonly SentEmail[] | undefined> {
  const { db, orgId, userId, audit } = caller
  const sentAt = new Date(parts.clock()).toISOString()
  return await db.transaction(async (tx) => {
    const id = fingerprint === undefined ? undefined : await claimKey(tx, fingerprint, sentAt)
    if (fingerprint !== undefined && id === undefined) return undefined
    const sent: SentEmail[] = []
    for (const [at, { sender, sendAt, bcc, written }] of checked.entries()) {
      const message = prepared[at]
      if (message === undefined) throw new Error('An email was not composed.')
      const { mailboxId, address: from } = sender
      const { to, cc, path } = written
      // Access may have ended while the emails were composed.
      const still = await findSender(tx, userId, { mailboxId, address: from })
      if (still === undefined) throw wrong(`${path}mailboxId`, unknownSender)
      sent.push(
        await storeOutgoing(parts, tx, { orgId, userId, mailboxId, from, prepared: message, to, cc, bcc, sendAt }),
      )
    }
    if (id !== undefined) await tx.updateTable('mail_sends').set({ emails: sent }).where('id', '=', id).execute()
    const [first] = checked
    const [email] = sent
    audit.describe({
      ...(sent.length === 1 && email && { target: `email:${email.emailId}` }),
      after: { mailboxId: first?.sender.mailboxId, from: first?.sender.address, emails: sent.length },
    })
    return sent
  })
}

/** Undefined for a key that another send has. Of two at once, the second waits for the first. */
async function claimKey(tx: Queries<Tables>, fingerprint: string, sentAt: string): Promise<string | undefined> {
  const row = await tx
    .insertInto('mail_sends')
    .values({ fingerprint, emails: [], sent_at: sentAt })
    .onConflict((conflict) => conflict.columns(['org_id', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
