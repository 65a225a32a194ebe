import { json, Problem, type Language, type RequestScope } from '@host/plugin'
import { mailLimits, recipientsHeader, secretHeader, senderHeader } from '../../shared.ts'
import { parserProblem } from '../busy.ts'
import type { MailMux, Parts } from '../parts.ts'
import type { Incoming } from '../receive/incoming.ts'
import { Places } from '../places.ts'
import { receive } from '../receive/receive.ts'
import { isSecret } from './inbound-secret.ts'
import { composeEmail, splitAddress } from './compose-email.ts'
import { readJsonEmail } from './json-email.ts'

const places = new Places({ all: mailLimits.inboundAtOnce, ofWorkspace: mailLimits.inboundOfWorkspace })

type Delivering = RequestScope<{ readonly id: string }>

/**
 * The endpoint that receives emails over HTTP. Every accepted email has the same answer, whether or not a mailbox takes it:
 * the sender of an email learns nothing about addresses.
 */
export function mountReceiver(mux: MailMux, parts: Parts): void {
  mux.handle(
    'POST /api/x/mail/inbound/{id}',
    async (scope) => {
      const orgId = await requireSecret(parts, scope)
      if (!(await parts.features.isEnabled(orgId, parts.ctx.name))) throw new Problem('feature_disabled')
      // Before the recipients are looked at, so that the answer says nothing about them.
      await parts.storage.requireOpen(orgId)
      const release = places.take(orgId)
      try {
        await received(parts, await incomingOf(parts, scope, orgId))
      } finally {
        release()
      }
      return json({ status: 'accepted' }, { status: 202 })
    },
    {
      bodyLimit: mailLimits.jsonBody,
      operation: {
        summary: 'Receive an email',
        description:
          'The body is a raw email, or one as JSON with from, to, subject, text, html, messageId and attachments in base64.',
        body: { type: 'message/rfc822' },
        answers: { 202: { description: 'The email is stored, unless no mailbox has its address.' } },
        errors: [
          'unauthenticated',
          'too_many_requests',
          'body_too_large',
          'overloaded',
          'invalid_input',
          'tier_required',
          'quota_exceeded',
        ],
      },
    },
  )
}

/** @returns the workspace of the endpoint @throws Problem `unauthenticated`, and `too_many_requests` for many wrong secrets */
async function requireSecret(parts: Parts, { request, params }: Delivering): Promise<string> {
  const rows = parts.ctx.db.asInstance('find the workspace of an email that came by HTTP').selectFrom('mail_inbound')
  const row = await rows.selectAll().where('id', '=', params.id).executeTakeFirst()
  const given = request.headers.get(secretHeader) ?? ''
  if (row !== undefined && isSecret(given, row, parts.clock())) return row.org_id
  if (row !== undefined) await recordWrong(parts, row.org_id)
  throw new Problem('unauthenticated', wrongSecret)
}

const wrongSecret = {
  detail: { en: `The header ${secretHeader} has no valid secret.`, zh: `标头 ${secretHeader} 中没有有效的密钥。` },
  nextStep: { en: 'Use the secret of the endpoint, or replace it.', zh: '请使用该接口的密钥，或更换密钥。' },
}

/** Wrong secrets that a workspace's log has, and that are answered as such, in a time. Right ones are never counted. */
const [mostWrong, wrongWindow] = [20, 10 * 60_000]

/** @throws Problem `too_many_requests` */
async function recordWrong({ ctx, rateLimit }: Parts, orgId: string): Promise<void> {
  const { allowed, resetAfter } = await rateLimit.take(`inbound:${orgId}`, mostWrong, wrongWindow)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
  await ctx.audit.record({ orgId, actor: { kind: 'anonymous' }, action: 'mail_inbound.refused' })
}

async function incomingOf({ clock }: Parts, { request }: Delivering, orgId: string): Promise<Incoming> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') {
    requireLength(Number(request.headers.get('content-length') ?? 0), mailLimits.json, largeJson)
    const text = await request.text()
    requireLength(text.length, mailLimits.json, largeJson)
    const email = readJsonEmail(text)
    const bytes = composeEmail(email, clock())
    requireLength(bytes.length, mailLimits.message, largeEmail)
    const [from = '', ...to] = [email.from, ...email.to, ...(email.cc ?? [])].map((each) => splitAddress(each).address)
    return { orgId, source: 'http', bytes, envelope: { from, to } }
  }
  if (type !== 'message/rfc822') throw new Problem('bad_request', { detail: wrongType })
  requireLength(Number(request.headers.get('content-length') ?? 0), mailLimits.message, largeEmail)
  const bytes = new Uint8Array(await request.arrayBuffer())
  requireLength(bytes.length, mailLimits.message, largeEmail)
  return { orgId, source: 'http', bytes, envelope: envelopeOf(request.headers) }
}

const wrongType = {
  en: 'Send the email as message/rfc822 or application/json.',
  zh: '请以 message/rfc822 或 application/json 类型发送邮件。',
}

/** @throws Problem `body_too_large` */
function requireLength(length: number, most: number, detail: Readonly<Record<Language, string>>): void {
  if (length > most) throw new Problem('body_too_large', { detail })
}

const largeEmail = { en: 'Emails can have at most 25 MiB.', zh: '单封邮件最大为 25 MiB。' }
const largeJson = {
  en: 'Emails as JSON can have at most 5 MiB. Send larger ones as message/rfc822.',
  zh: 'JSON 格式的邮件最大为 5 MiB，更大的邮件请以 message/rfc822 类型发送。',
}

/** The envelope as its headers say; without recipients, the message's own decide. */
function envelopeOf(headers: Headers): Incoming['envelope'] {
  const to = (headers.get(recipientsHeader) ?? '').split(',').map((text) => text.trim())
  const named = to.filter((text) => text !== '')
  if (named.length > mailLimits.recipients) throw new Problem('bad_request', { detail: tooMany })
  return { from: headers.get(senderHeader) ?? '', to: named }
}

const tooMany = {
  en: `An email can have at most ${mailLimits.recipients} recipients at a time.`,
  zh: `一次最多投递给 ${mailLimits.recipients} 个收件地址。`,
}

/** @throws Problem `overloaded` where too many messages wait */
async function received(parts: Parts, incoming: Incoming): Promise<void> {
  try {
    await receive(parts, incoming)
  } catch (error) {
    throw parserProblem(error)
  }
}
