import { Problem, type MailAttempt, type MailService, type OutgoingMail } from '@host/plugin'
import { SmtpSender } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { queueAutomatic } from '../queue/queue-automatic.ts'
import { automaticSender } from '../transports/automatic-sender.ts'

type Sent = { readonly id: string }

/**
 * The service `Mail`. An email of a workspace goes the way of all its mail: the job of the host hands it to the queue, once. One
 * without a workspace, such as a link for an account, goes through the host's own server, whatever is suppressed.
 */
export function mailService(parts: Parts): MailService {
  const { ctx, handlers } = parts
  return Object.freeze<MailService>({
    canSend: () => ctx.lookup(SmtpSender) !== undefined,
    send: async (mail, attempt) =>
      (await sendOfWorkspace(parts, mail, attempt)) ?? (await sendBySystem(parts, mail, attempt)),
    onEmail: (plugin, handler) => handlers.add(plugin, handler),
  })
}

/** @returns undefined where the queue doesn't take it: without a workspace, or where the workspace has no feature for it */
async function sendOfWorkspace(
  parts: Parts,
  mail: OutgoingMail,
  attempt: MailAttempt | undefined,
): Promise<Sent | undefined> {
  const { orgId } = mail
  if (orgId === undefined || attempt === undefined || !(await parts.features.isEnabled(orgId, parts.ctx.name))) {
    return undefined
  }
  const sender = await automaticSender(parts, orgId)
  if (sender === undefined) throw noSender()
  return await queueAutomatic(parts, { orgId, mail, sender, sourceKey: attempt.id })
}

async function sendBySystem({ ctx }: Parts, mail: OutgoingMail, attempt: MailAttempt | undefined): Promise<Sent> {
  const sender = ctx.lookup(SmtpSender)
  if (sender === undefined) throw noSender()
  return await sender.send(mail, attempt)
}

function noSender(): Problem {
  return new Problem('service_unavailable', {
    detail: { en: 'This instance cannot send email.', zh: '此实例无法发送邮件。' },
    nextStep: { en: 'Ask the operator to configure a mail server.', zh: '请联系运维人员配置邮件服务器。' },
  })
}
