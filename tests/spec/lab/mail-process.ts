/**
 * A host in a process of its own that sends until it is killed: `node mail-process.ts <order in JSON>`.
 *
 * It queues messages, reports that they are committed, and sends those and what the process before it left. With `isLast`
 * it queues nothing, and reports the results of all recipients.
 */
import { definePlugin, type PluginContext } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import { plugin as mailPlugin } from '../../../plugins/mail/server/index.ts'
import type { Tables } from '../../../plugins/mail/server/models.ts'
import { domain } from '../../../plugins/mail/server/testing/mail-lab.ts'
import { queueFor, type SendPlace } from '../../../plugins/mail/server/testing/send-lab.ts'
import { startSpecHost, type SpecHost } from './spec-host.ts'

/** What the process does. */
export interface MailOrder {
  readonly url: string
  /** Of the server that takes the mail. */
  readonly port: number
  /** The mailbox, once there is one. */
  readonly place?: SendPlace | undefined
  /** Subjects of the messages that it queues. */
  readonly subjects: readonly string[]
  readonly isLast: boolean
}

/** Sent before its messages, after each that is committed, and by the last process at the end. */
export interface MailReport {
  readonly place: SendPlace
  readonly queued?: string
  /** States of recipients by subject. */
  readonly results?: readonly (readonly [subject: string, state: string])[]
}

const order = JSON.parse(process.argv[2] ?? '') as MailOrder
let known: PluginContext<Tables> | undefined
const plugin = definePlugin({
  ...mailPlugin,
  mount(mux, ctx) {
    known = ctx
    return mailPlugin.mount(mux, ctx)
  },
})
const spec = await startSpecHost({
  at: { url: order.url },
  isBare: true,
  inTree: [{ plugin, granted: ['emails'], helpFiles: () => new Map() }],
  environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SAFEHTTP_ALLOW: '127.0.0.1' },
})
if (known === undefined) throw new Error('The plugin is not mounted.')
const ctx = known
const place = order.place ?? (await makePlace(spec))
await report({ place })
for (const subject of order.subjects) {
  await queueFor(ctx, place, { subject, to: [`${subject}@peer.example`] })
  await report({ place, queued: subject })
}
await spec.host.settleJobs()
if (order.isLast) {
  const rows = await ctx.db
    .inWorkspace(place.orgId, 'read results in a test')
    .selectFrom('mail_recipients')
    .innerJoin('mail_outgoing', 'mail_outgoing.id', 'mail_recipients.outgoing_id')
    .select(['mail_outgoing.subject', 'mail_recipients.state'])
    .execute()
  await report({ place, results: rows.map(({ subject, state }) => [subject, state]) })
}
process.kill(process.pid, 'SIGKILL')

/** A mailbox of the first workspace, and its transport. */
async function makePlace({ host }: SpecHost): Promise<SendPlace> {
  const member = await ctx.db
    .asInstance('find the first workspace in a test')
    .selectFrom('memberships')
    .select(['org_id', 'user_id'])
    .executeTakeFirstOrThrow()
  const { org_id: orgId, user_id: userId } = member
  await host.lookup(Edge)?.prove(orgId, domain)
  const db = ctx.db.inWorkspace(orgId, 'make a mailbox in a test')
  const mailbox = await db
    .insertInto('mail_mailboxes')
    .values({ address: `info@${domain}`, name: 'info', created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('mail_counts').values({ mailbox_id: mailbox.id, folder: 'sent' }).execute()
  const transport = {
    name: 'Peer',
    host: '127.0.0.1',
    port: order.port,
    security: 'none',
    seal: '',
    position: 0,
  } as const
  await db.insertInto('mail_transports').values(transport).execute()
  return { orgId, mailboxId: mailbox.id, userId }
}

async function report(message: MailReport): Promise<void> {
  await new Promise((sent) => process.send?.(message, sent))
}
