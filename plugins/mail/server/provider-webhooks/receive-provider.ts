import { json, Problem } from '@host/plugin'
import { providerUser } from '../../shared.ts'
import { isSecret } from '../inbound/inbound-secret.ts'
import type { MailMux, Parts } from '../parts.ts'
import { parsedJson } from './provider-report.ts'
import { readPostmark } from './read-postmark.ts'
import { readSes } from './read-ses.ts'
import { isSigned, readSns, type SnsMessage } from './sns-message.ts'
import { SnsRequests } from './sns-requests.ts'
import { isFirst, takeReport } from './take-report.ts'

/** Bytes of a report: a notification of SNS has at most 256 kB. */
const mostBytes = 512 * 1_024

/** The endpoint at which mail services report bounces and complaints. */
export function mountProviderReceiver(mux: MailMux, parts: Parts): void {
  const requests = new SnsRequests(parts)
  mux.handle(
    'POST /api/x/mail/providers/{id}',
    async (scope) => {
      const hook = await findHook(parts, scope.params.id)
      if (!(await parts.features.isEnabled(hook.org_id, parts.ctx.name))) throw new Problem('feature_disabled')
      if (hook.provider === 'postmark') await takePostmark(parts, hook, scope.request)
      else await takeSns({ parts, requests }, hook, scope.request)
      return json({ status: 'accepted' }, { status: 202 })
    },
    {
      bodyLimit: mostBytes,
      operation: {
        summary: 'Report bounces and complaints, as Amazon SNS and Postmark do',
        description: 'Notifications of SNS have to be signed, and reports of Postmark sign in with the secret.',
        body: { type: 'application/json' },
        answers: { 202: { description: 'The report is recorded, once for all its repeats.' } },
        errors: ['unauthenticated', 'too_many_requests', 'body_too_large', 'service_unavailable'],
      },
    },
  )
}

type Hook = Awaited<ReturnType<typeof findHook>>

async function findHook({ ctx }: Parts, id: string) {
  const rows = ctx.db.asInstance('find the workspace of a report of a mail service').selectFrom('mail_provider_hooks')
  const row = await rows.selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('unauthenticated', refusal)
  return row
}

const refusal = {
  detail: { en: 'The report is not signed by the mail service.', zh: '该报告没有邮件服务的有效签名。' },
  nextStep: {
    en: 'Compare the address, the secret and the topic with the settings.',
    zh: '请核对设置中的地址、密钥和主题。',
  },
}

async function takePostmark(parts: Parts, hook: Hook, request: Request): Promise<void> {
  const [scheme, value = ''] = (request.headers.get('authorization') ?? '').split(' ', 2)
  const [user, password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':', 2)
  const isOwn = scheme?.toLowerCase() === 'basic' && user === providerUser
  if (!isSecret(isOwn ? password : '', hook, parts.clock())) return await refuse(parts, hook)
  await takeReport(parts, hook, readPostmark(parsedJson(await request.text())))
}

interface Taking {
  readonly parts: Parts
  readonly requests: SnsRequests
}

async function takeSns({ parts, requests }: Taking, hook: Hook, request: Request): Promise<void> {
  const orgId = hook.org_id
  const sns = readSns(parsedJson(await request.text()), { topic: hook.topic, now: parts.clock() })
  if (sns === undefined) return await refuse(parts, hook)
  const certificate = await requests.certificate(orgId, sns.certificateUrl, request.signal)
  if (!isSigned(sns, certificate, parts.clock())) return await refuse(parts, hook)
  if (sns.type === 'Notification') {
    const failures = readSes(parsedJson(sns.message))
    return await takeReport(parts, hook, { id: JSON.stringify(['sns', sns.topic, sns.id]), failures })
  }
  if (sns.type === 'SubscriptionConfirmation') await requests.confirm(orgId, sns.subscribeUrl, request.signal)
  await setConfirmed(parts, hook, sns)
}

/** A repeat of an earlier message says nothing about now. */
async function setConfirmed(parts: Parts, hook: Hook, { type, timestamp, topic, id }: SnsMessage): Promise<void> {
  const { ctx, live } = parts
  const db = ctx.db.inWorkspace(hook.org_id, 'record whether a topic is subscribed to')
  const confirmed = type === 'SubscriptionConfirmation' ? new Date(timestamp).toISOString() : null
  await db.transaction(async (tx) => {
    if (!(await isFirst(parts, tx, JSON.stringify(['sns', topic, id])))) return
    await tx
      .updateTable('mail_provider_hooks')
      .set({ confirmed_at: confirmed })
      .where('id', '=', hook.id)
      .where('topic', '=', hook.topic)
      .execute()
  })
  live.changed(hook.org_id, ['/api/x/mail/providers'])
}

/** Refused reports that the log of a workspace has, and that are answered as such, in a time. */
const [mostWrong, wrongWindow] = [20, 10 * 60_000]

/** @throws Problem `unauthenticated`, and `too_many_requests` for many */
async function refuse({ ctx, rateLimit }: Parts, { org_id: orgId, provider }: Hook): Promise<never> {
  const { allowed, resetAfter } = await rateLimit.take(`provider:${orgId}`, mostWrong, wrongWindow)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
  await ctx.audit.record({
    orgId,
    actor: { kind: 'anonymous' },
    action: 'mail_provider.refused',
    after: { provider },
  })
  throw new Problem('unauthenticated', refusal)
}
