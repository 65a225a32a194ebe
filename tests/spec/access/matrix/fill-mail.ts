import type { Host } from '@host/host'
import { Edge } from '@host/plugin/platform'
import type { Visitor } from '../../lab/visitor.ts'
import { got, type Named } from './got.ts'

/** Mail of a workspace, by its IDs. */
export interface MailThings {
  readonly mailbox: string
  readonly email: string
  readonly emailThread: string
  readonly emailFile: string
  readonly mailDraft: string
  readonly mailOutgoing: string
  readonly mailRecipient: string
  readonly mailTransport: string
  readonly mailLabel: string
  readonly mailRule: string
  readonly mailForward: string
  readonly mailSender: string
  readonly mailSignature: string
  readonly mailTemplate: string
}

interface Received extends Named {
  readonly threadId: string
}

/** Fills a workspace with a mailbox of its owner and an email with a file, on a domain of its own. */
export async function fillMail(host: Host, owner: Visitor, workspace: string): Promise<MailThings> {
  const address = `info@${workspace.slice(-12)}.example`
  await host.lookup(Edge)?.prove(workspace, address.slice('info@'.length))
  const mailbox = await got<Named>(owner.post('/api/x/mail/mailboxes', { address }))
  const { path, secret } = await got<{ path: string; secret: string }>(owner.post('/api/x/mail/inbound/rotate', {}))
  const attachments = [{ name: 'a.txt', content: Buffer.from('Inside').toString('base64') }]
  const body = { from: 'guest@example.test', to: [address], subject: 'Hello', text: 'Hi', attachments }
  await got(owner.send('POST', path, { body, headers: { 'x-inbound-secret': secret } }))
  const { items } = await got<{ items: readonly Received[] }>(owner.get('/api/emails'))
  const [email] = items
  if (email === undefined) throw new Error('No email was received.')
  const { files } = await got<{ files: readonly Named[] }>(owner.get(`/api/emails/${email.id}`))
  const draft = await got<Named>(owner.post('/api/x/mail/drafts', { subject: 'Hello' }))
  const signature = await got<Named>(owner.post('/api/x/mail/signatures', newSignature))
  const template = await got<Named>(owner.post('/api/x/mail/templates', newTemplate))
  const domain = address.slice('info@'.length)
  const desk = `desk@${domain}`
  await got(owner.post('/api/x/mail/mailboxes', { address: desk }))
  const forwards = `/api/x/mail/mailboxes/${mailbox.id}/forwards`
  const forward = await got<Named>(owner.post(forwards, { address: desk, takesAll: false }))
  const rule = await got<Named>(owner.post(`/api/x/mail/mailboxes/${mailbox.id}/rules`, newRule))
  const sender = await got<Named>(owner.post('/api/x/mail/senders', { domain }))
  const label = await got<Named>(owner.post('/api/x/mail/labels', { name: 'Orders' }))
  const transport = await got<Named>(owner.post('/api/x/mail/transports', newTransport))
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const later = { ...newEmail, mailboxId: mailbox.id, scheduledAt }
  const { outgoingId } = await got<{ outgoingId: string }>(owner.post('/api/emails', later))
  const sent = await got<{ all: readonly Named[] }>(owner.get(`/api/x/mail/outgoing/${outgoingId}`))
  const [recipient] = sent.all
  return {
    mailbox: mailbox.id,
    email: email.id,
    emailThread: email.threadId,
    emailFile: files[0]?.id ?? '',
    mailDraft: draft.id,
    mailOutgoing: outgoingId,
    mailRecipient: recipient?.id ?? '',
    mailTransport: transport.id,
    mailLabel: label.id,
    mailRule: rule.id,
    mailForward: forward.id,
    mailSender: sender.id,
    mailSignature: signature.id,
    mailTemplate: template.id,
  }
}

const newSignature = { name: 'Usual', text: 'Yours', html: null, mailboxId: null, isDefault: false }
const newTemplate = { slug: 'welcome', name: 'Welcome', en: { subject: 'Hi', text: 'Hello', html: null }, zh: null }
const newTransport = {
  name: 'Relay',
  host: 'smtp.example.com',
  port: 465,
  security: 'implicit',
  username: 'mail',
  password: 'guess',
}
/** Of every mailbox alike. */
export const newRule = { name: 'Usual', conditions: [{ field: 'attachment' }], actions: { markRead: true } }
const newEmail = { to: [{ address: 'guest@example.test' }], subject: 'Hello', text: 'Hi' }
