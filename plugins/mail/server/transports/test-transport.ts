import { randomUUID } from 'node:crypto'
import { composeMessage, signMessage } from '@host/email'
import { Problem, type WorkspaceScope } from '@host/plugin'
import type { TransportTest } from '../../shared.ts'
import { domainUnknown } from '../mailboxes/mailbox-problems.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownTranscript } from '../queue/shown-transcript.ts'
import { readAddress } from '../receive/read-address.ts'
import { signingKeys } from '../senders/signing-keys.ts'
import { transportRoute } from './relay-routes.ts'
import type { TransportRow } from './transport-rows.ts'

type Tester = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'language' | 'signal' | 'audit'>

/** Tests of a workspace in ten minutes, and milliseconds for one. */
const [most, window, timeLimit] = [20, 600_000, 25_000]

/** Sends a test to the caller's own address, now and in one attempt. @throws Problem `invalid_input`, `too_many_requests` */
export async function testTransportOf(
  parts: Parts,
  { db, orgId, userId, language, signal, audit }: Tester,
  { row, from }: { readonly row: TransportRow; readonly from: string | undefined },
): Promise<TransportTest> {
  const to = await ownAddress(db, userId)
  const sender = await senderOf(parts, orgId, from ?? row.system_from ?? undefined)
  const { allowed, resetAfter } = await parts.rateLimit.take(`transport-tests:${orgId}`, most, window)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
  const { bytes } = await composeMessage({
    from: { name: '', address: sender.address },
    to: [{ name: '', address: to }],
    ...texts[language],
    date: new Date(parts.clock()),
    messageId: `<${randomUUID()}@${sender.domain}>`,
    automatic: true,
  })
  const keys = await signingKeys(parts, orgId, sender.domain)
  const signed = keys.length === 0 ? bytes : await signMessage(bytes, { keys, now: new Date(parts.clock()) })
  const route = await transportRoute(parts, orgId, row)
  const message = { sender: sender.address, recipients: [to], bytes: signed }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const delivery = await route.send(to.slice(to.lastIndexOf('@') + 1), message, { signal: ends })
  const outcome = delivery.recipients[0]?.outcome
  const { code, enhanced = '', text } = outcome?.reply ?? { code: 450, text: '' }
  const isAccepted = outcome?.kind === 'delivered'
  audit.describe({ target: `mail_transport:${row.id}`, after: { isAccepted } })
  const reply = [code, enhanced, text].filter((part) => part !== '').join(' ')
  return { isAccepted, to, reply: reply.slice(0, 1_000), transcript: shownTranscript(delivery.transcript) }
}

async function ownAddress(db: Tester['db'], userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row.email
}

/** The given sender, or a usual one of the first verified domain. */
async function senderOf({ edge }: Pick<Parts, 'edge'>, orgId: string, from: string | undefined) {
  const domains = await provedDomains(edge, orgId)
  const [first] = [...domains].toSorted()
  const read = from === undefined ? first && readAddress(`postmaster@${first}`) : readAddress(from)
  if (!read || !domains.has(read.domain)) throw domainUnknown('from')
  return read
}

const texts = {
  en: {
    subject: 'Test of an SMTP server',
    text: 'This server takes the mail of your workspace. You requested this test.\n',
  },
  zh: { subject: '发送服务器测试', text: '该服务器可以发送您工作区的邮件。这是您请求的测试。\n' },
}
