import { requireService, type EndpointInput, type EndpointOutput, type WorkspaceScope } from '@host/plugin'
import { Sessions } from '@host/plugin/platform'
import type { testTemplate } from '../../shared.ts'
import { prepareEmails } from '../compose/compose-outgoing.ts'
import { requireSender } from '../compose/senders.ts'
import { storeOutgoing } from '../compose/store-outgoing.ts'
import { discardSent } from '../compose/store-sent.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { fillTemplate } from './fill-template.ts'
import { requireTemplate, requireVariant } from './template-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit' | 'request'>

/** Sends a filled-in template to the caller. @throws Problem `not_found`, `invalid_input`, `overloaded` */
export async function sendTest(
  parts: Parts,
  caller: Caller,
  { id, language, variables, mailboxId }: EndpointInput<typeof testTemplate>,
): Promise<EndpointOutput<typeof testTemplate>> {
  const { db, orgId, userId, audit, request } = caller
  const variant = requireVariant(await requireTemplate(db, id), language, 'language')
  const wanted = { wanted: { mailboxId }, paths: { mailbox: 'mailboxId', address: 'mailboxId' } }
  const sender = await requireSender(parts, caller, wanted)
  const { user } = await requireService(parts.ctx, Sessions).me(request)
  const to = [{ name: user.name, address: user.email }]
  const sendAt = new Date(parts.clock()).toISOString()
  const none = { cc: [], replyTo: [], inReplyTo: '', references: [], unsubscribeUrl: undefined, files: [], path: '' }
  const from = { name: sender.name, address: sender.address }
  const written = { ...none, ...fillTemplate(variant, variables), from, to, date: sendAt }
  const [prepared] = await prepareEmails(parts, orgId, [written])
  if (prepared === undefined) throw new Error('The template was not composed.')
  try {
    return await db.transaction(async (tx) => {
      const email = { orgId, userId, mailboxId, from: sender.address, prepared, to, cc: [], bcc: [], sendAt }
      const { emailId } = await storeOutgoing(parts, tx, email)
      audit.describe({ target: `mail_template:${id}`, after: { emailId, language } })
      return { emailId, to: user.email }
    })
  } catch (error) {
    await discardSent(parts, prepared)
    throw error
  }
}
