import { randomUUID } from 'node:crypto'
import { Problem, type WorkspaceScope } from '@host/plugin'
import { discardSent, prepareSent, storeSent } from '../compose/store-sent.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { queueMessage } from '../queue/queue-message.ts'
import { readAddress } from '../receive/read-address.ts'
import { domainDns } from './domain-dns.ts'
import { exchangesOf } from './judge-names.ts'
import { mailServer } from './mail-server.ts'
import { proofAddress } from './proof-address.ts'
import { lockSender, selectSender, type SenderRow } from './sender-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit' | 'signal'>

const perHour = 20
const hour = 3_600_000

/**
 * Sends an email from the domain through the queue, to an address of its own here, or to one that is given.
 * @throws Problem `not_found`, `conflict`, `invalid_input`, `too_many_requests`
 */
export async function sendProof(
  parts: Parts,
  caller: Caller,
  { id, to }: { readonly id: string; readonly to: string | undefined },
): Promise<void> {
  const { db, orgId, audit, userId } = caller
  const row = await selectSender(db, id)
  if (!(await provedDomains(parts.edge, orgId)).has(row.domain)) throw notVerified()
  const { allowed, resetAfter } = await parts.rateLimit.take(`proof:${orgId}`, perHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(Math.ceil(resetAfter)) } })
  const address = to === undefined ? await ownAddress(parts, caller, row) : requireAddress(to)
  const bytes = await composeProof(parts, row, address)
  const prepared = await prepareSent(parts, orgId, bytes)
  let isStored = false
  try {
    const sentAt = new Date(parts.clock()).toISOString()
    const envelopeFrom = `readiness@${row.domain}`
    await db.transaction(async (tx) => {
      if ((await lockSender(tx, id)) === undefined) throw new Problem('not_found')
      const former = await tx
        .deleteFrom('mail_sender_proofs')
        .where('sender_id', '=', id)
        .returning('message_id')
        .executeTakeFirst()
      const old = former?.message_id ?? null
      if (old !== null) await tx.deleteFrom('mail_messages').where('id', '=', old).execute()
      const { messageId } = await storeSent(parts, tx, { orgId, prepared, mailboxId: null, envelopeFrom, sentAt })
      const recipients = [{ address, kind: 'to' as const }]
      const queued = { orgId, messageId, mailboxId: null, envelopeFrom, recipients, sentAt, sendAt: sentAt }
      const outgoingId = await queueMessage(parts, tx, { ...queued, createdBy: userId })
      await tx
        .insertInto('mail_sender_proofs')
        .values({
          sender_id: id,
          address,
          is_own: to === undefined,
          state: 'sending',
          message_id: messageId,
          outgoing_id: outgoingId,
          sent_at: sentAt,
        })
        .execute()
      audit.describe({ target: `mail_sender:${id}`, after: { isOwn: to === undefined } })
    })
    isStored = true
  } finally {
    if (!isStored) await discardSent(parts, prepared)
  }
}

/** @throws Problem `conflict` where the domain receives elsewhere */
async function ownAddress(parts: Parts, { signal }: Caller, { domain }: SenderRow): Promise<string> {
  const server = mailServer(parts.ctx)
  const { answers } = await domainDns(parts, signal)(domain, 'MX')
  const isHere = server !== undefined && answers.some((records) => exchangesOf(records).includes(server.name))
  if (isHere) return proofAddress(domain)
  throw new Problem('conflict', {
    detail: { en: 'Mail of this domain does not arrive here.', zh: '此域名的邮件不在此处接收。' },
    nextStep: {
      en: 'Enter an address of yours, and read the original of the email there.',
      zh: '请填写您自己的一个地址，并在那里查看邮件原文。',
    },
  })
}

async function composeProof({ clock }: Pick<Parts, 'clock'>, row: SenderRow, to: string): Promise<Buffer> {
  const { composeMessage } = await import('@host/email')
  const { bytes } = await composeMessage({
    from: { name: '', address: `readiness@${row.domain}` },
    to: [{ name: '', address: to }],
    subject: `Sending from ${row.domain}`,
    text: `This email shows how mail from ${row.domain} arrives. Its original has the header Authentication-Results: SPF, DKIM and DMARC should pass.\n`,
    date: new Date(clock()),
    messageId: `<${randomUUID()}@${row.domain}>`,
  })
  return bytes
}

/** @throws Problem `invalid_input` */
function requireAddress(text: string): string {
  const read = readAddress(text)
  if (read !== undefined) return read.address
  throw new Problem('invalid_input', {
    errors: [{ path: 'to', message: { en: 'Enter an email address.', zh: '请输入电子邮件地址。' } }],
  })
}

function notVerified(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This domain is no longer verified.', zh: '此域名的验证已失效。' },
    nextStep: { en: 'Verify it under Domains.', zh: '请在“域名”页面重新验证。' },
  })
}
