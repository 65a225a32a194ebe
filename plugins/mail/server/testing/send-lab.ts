import type { TestContext } from 'node:test'
import { composeMessage, startSmtpServer, type SmtpServer, type SmtpServerOptions } from '@host/email'
import { Blobs, Clock, definePlugin, Jobs, requireService, type PluginContext } from '@host/plugin'
import { Threads } from '@host/plugin/platform'
import { ParsePool } from '@host/email'
import { discardSent, prepareSent, storeSent } from '../compose/store-sent.ts'
import { createTransport, readOutgoing, type OutgoingDetails, type RecipientKind } from '../../shared.ts'
import { plugin as mailPlugin } from '../index.ts'
import type { Tables } from '../models.ts'
import { queueMessage } from '../queue/queue-message.ts'
import { domain, openMailLab, type LabOptions, type MailLab } from './mail-lab.ts'

/** A message that a server has accepted. */
export interface AcceptedMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** A server that takes mail. */
export interface Peer {
  readonly server: SmtpServer
  readonly accepted: readonly AcceptedMessage[]
}

/** Starts a server on loopback, which ends with its test. */
export async function startPeer(context: TestContext, options: Partial<SmtpServerOptions> = {}): Promise<Peer> {
  const accepted: AcceptedMessage[] = []
  const server = await startSmtpServer({
    name: 'peer.example',
    port: 0,
    host: '127.0.0.1',
    onRecipient: () => 'accepted',
    onMessage: (_session, { sender, recipients }, bytes) => {
      accepted.push({ from: sender, to: recipients, text: Buffer.from(bytes).toString('latin1') })
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
    log: { info: () => {}, error: () => {} },
    ...options,
  })
  context.after(() => server.stop(0))
  return { server, accepted }
}

export interface SendOptions {
  readonly to?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject?: string
  /** Milliseconds from now. */
  readonly delay?: number
}

export interface SendLab extends MailLab {
  readonly ctx: PluginContext<Tables>
  /** Queues a message of the mailbox. @returns its id in the queue */
  send(options?: SendOptions): Promise<string>
  details(id: string): Promise<OutgoingDetails>
  /** The states of its recipients, by address. */
  states(id: string): Promise<Readonly<Record<string, string>>>
}

/** Opens a laboratory that sends; servers on loopback may be connected to. */
export async function openSendLab(
  context: TestContext,
  { environment = {}, ...options }: LabOptions = {},
): Promise<SendLab> {
  let known: PluginContext<Tables> | undefined
  const plugin = definePlugin({
    ...mailPlugin,
    mount(mux, ctx) {
      known = ctx
      return mailPlugin.mount(mux, ctx)
    },
  })
  const lab = await openMailLab(context, {
    plugin,
    environment: { HOST_SAFEHTTP_ALLOW: '127.0.0.1', ...environment },
    ...options,
  })
  if (known === undefined) throw new Error('The plugin is not mounted.')
  const ctx = known
  const { host, mailbox } = lab
  const place = { orgId: host.workspaces.here, mailboxId: mailbox.id, userId: host.userIds.owner }
  const details = async (id: string) => await lab.host.as('owner').call(readOutgoing, { id })
  return Object.freeze<SendLab>({
    ...lab,
    ctx,
    send: async (message) => await queueFor(ctx, place, message ?? {}),
    details,
    states: async (id) => Object.fromEntries((await details(id)).all.map(({ address, state }) => [address, state])),
  })
}

/** Adds a transport to a server on loopback. */
export async function addTransport(
  lab: MailLab,
  { server }: { readonly server: { readonly port: number } },
  name = 'Peer',
): Promise<string> {
  const transport = { name, host: '127.0.0.1', port: server.port, security: 'none' } as const
  return (await lab.host.as('owner').call(createTransport, transport)).id
}

let counted = 0

/** Where a message is sent from. */
export interface SendPlace {
  readonly orgId: string
  readonly mailboxId: string
  readonly userId: string
}

/** Stores and queues a message, as composing does. @returns its id in the queue */
export async function queueFor(
  ctx: PluginContext<Tables>,
  { orgId, mailboxId, userId }: SendPlace,
  { to = ['ada@peer.example'], bcc = [], subject = 'Hello', delay = 0 }: SendOptions,
): Promise<string> {
  counted += 1
  const from = `info@${domain}`
  const plain = (address: string) => ({ name: '', address })
  const threads = requireService(ctx, Threads)
  await using pool = new ParsePool({ start: (file, options) => threads.start(file, options) })
  const clock = requireService(ctx, Clock).now
  const parts = { blobs: requireService(ctx, Blobs), jobs: requireService(ctx, Jobs), clock, pool }
  const { bytes } = await composeMessage({
    from: plain(from),
    to: to.map(plain),
    subject,
    text: 'Hello.\n',
    date: new Date(clock()),
    messageId: `<${process.pid}.${counted}@${domain}>`,
  })
  const prepared = await prepareSent(parts, orgId, bytes)
  const sentAt = new Date(clock() + delay).toISOString()
  const kinds = (all: readonly string[], kind: RecipientKind) => all.map((address) => ({ address, kind }))
  const recipients = [...kinds(to, 'to'), ...kinds(bcc, 'bcc')]
  try {
    return await ctx.db.inWorkspace(orgId, 'send in a test').transaction(async (tx) => {
      const stored = { orgId, prepared, mailboxId, envelopeFrom: from, sentAt }
      const { messageId } = await storeSent(parts, tx, stored)
      const queued = { orgId, messageId, mailboxId, envelopeFrom: from, recipients, sendAt: sentAt, createdBy: userId }
      return await queueMessage(parts, tx, queued)
    })
  } catch (error) {
    await discardSent(parts, prepared)
    throw error
  }
}
