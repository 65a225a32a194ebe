import { Problem, requireService, type MailAttempt, type MailService, type OutgoingMail } from '@host/plugin'
import { MailSending, SmtpSender } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { queueAutomatic } from '../queue/queue-automatic.ts'
import { automaticSender } from '../transports/automatic-sender.ts'
import { directRoute } from '../transports/direct-route.ts'
import { fittingTransports, instanceRoute } from '../transports/routes-of.ts'
import { sendDirect } from '../transports/send-direct.ts'

type Sent = { readonly id: string }

/**
 * The service `Mail`. An email of a workspace goes the way of all its mail: the job of the host hands it to the queue, once. One
 * without a workspace, such as a link for an account, goes through the host's own server, or else straight to that of its
 * recipient, whatever is suppressed.
 */
export function mailService(parts: Parts): MailService {
  const { handlers } = parts
  return Object.freeze<MailService>({
    canSend: async (orgId) =>
      orgId !== undefined && (await hasMail(parts, orgId))
        ? await sendsOfWorkspace(parts, orgId)
        : sendsOfInstance(parts),
    send: async (mail, attempt) =>
      (await sendOfWorkspace(parts, mail, attempt)) ?? (await sendBySystem(parts, mail, attempt)),
    onEmail: (plugin, handler) => handlers.add(plugin, handler),
  })
}

async function hasMail({ features, ctx }: Parts, orgId: string): Promise<boolean> {
  return await features.isEnabled(orgId, ctx.name)
}

/** Whether a workspace has a sender for automatic emails, and a server that takes them. */
async function sendsOfWorkspace(parts: Parts, orgId: string): Promise<boolean> {
  const sender = await automaticSender(parts, orgId)
  if (sender === undefined) return false
  if (instanceRoute(parts) !== undefined) return true
  const db = parts.ctx.db.inWorkspace(orgId, 'find the server of automatic emails')
  return (await fittingTransports(db, { fromAddress: sender.address, isAutomatic: true })).length > 0
}

function sendsOfInstance(parts: Parts): boolean {
  const { server, from } = parts.ctx.lookup(MailSending) ?? {}
  if (server !== undefined) return parts.ctx.lookup(SmtpSender) !== undefined
  return from !== undefined && directRoute(parts) !== undefined
}

/** @returns undefined where the queue doesn't take it: without a workspace, or where the workspace has no feature for it */
async function sendOfWorkspace(
  parts: Parts,
  mail: OutgoingMail,
  attempt: MailAttempt | undefined,
): Promise<Sent | undefined> {
  const { orgId } = mail
  if (orgId === undefined || attempt === undefined || !(await hasMail(parts, orgId))) return undefined
  const sender = await automaticSender(parts, orgId)
  if (sender === undefined) throw noSender()
  return await queueAutomatic(parts, { orgId, mail, sender, sourceKey: attempt.id })
}

async function sendBySystem(parts: Parts, mail: OutgoingMail, attempt: MailAttempt | undefined): Promise<Sent> {
  if (!sendsOfInstance(parts)) throw noSender()
  if (parts.ctx.lookup(MailSending)?.server === undefined) return await sendDirect(parts, mail, attempt)
  return await requireService(parts.ctx, SmtpSender).send(mail, attempt)
}

function noSender(): Problem {
  return new Problem('service_unavailable', {
    detail: { en: 'This instance cannot send email.', zh: '此实例无法发送邮件。' },
    nextStep: { en: 'Ask the operator to configure a mail server.', zh: '请联系运维人员配置邮件服务器。' },
  })
}
