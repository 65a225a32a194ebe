import { definePlugin, type PluginContext } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import { plugin as mailPlugin } from '../../../plugins/mail/server/index.ts'
import type { Tables } from '../../../plugins/mail/server/models.ts'
import { domain } from '../../../plugins/mail/server/testing/mail-lab.ts'
import { queueFor, type SendOptions, type SendPlace } from '../../../plugins/mail/server/testing/send-lab.ts'
import { startSpecHost, type SpecHost } from './spec-host.ts'

/** A host with the plugin `mail` alone, which may share its database with others. */
export interface SendingHost extends AsyncDisposable {
  readonly spec: SpecHost
  /** Makes a mailbox in the first workspace, and a transport to a port of this machine. */
  makePlace(port: number): Promise<SendPlace>
  /** Stores and queues a message. */
  queue(place: SendPlace, message: SendOptions): Promise<string>
  /** States of recipients, each with the subject of its message. */
  results(place: SendPlace): Promise<readonly (readonly [subject: string, state: string])[]>
}

export async function startSendingHost(url: string): Promise<SendingHost> {
  let known: PluginContext<Tables> | undefined
  const plugin = definePlugin({
    ...mailPlugin,
    mount(mux, ctx) {
      known = ctx
      return mailPlugin.mount(mux, ctx)
    },
  })
  const spec = await startSpecHost({
    at: { url },
    isBare: true,
    inTree: [{ plugin, granted: ['emails'], helpFiles: () => new Map() }],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SAFEHTTP_ALLOW: '127.0.0.1' },
  })
  if (known === undefined) throw new Error('The plugin is not mounted.')
  const ctx = known
  return {
    spec,
    makePlace: async (port) => await makePlace(ctx, { spec, port }),
    queue: async (place, message) => await queueFor(ctx, place, message),
    async results({ orgId }) {
      const rows = await ctx.db
        .inWorkspace(orgId, 'read results in a test')
        .selectFrom('mail_recipients')
        .innerJoin('mail_outgoing', 'mail_outgoing.id', 'mail_recipients.outgoing_id')
        .select(['mail_outgoing.subject', 'mail_recipients.state'])
        .execute()
      return rows.map(({ subject, state }) => [subject, state])
    },
    [Symbol.asyncDispose]: async () => await spec[Symbol.asyncDispose](),
  }
}

async function makePlace(
  ctx: PluginContext<Tables>,
  { spec, port }: { readonly spec: SpecHost; readonly port: number },
): Promise<SendPlace> {
  const member = await ctx.db
    .asInstance('find the first workspace in a test')
    .selectFrom('memberships')
    .select(['org_id', 'user_id'])
    .executeTakeFirstOrThrow()
  const { org_id: orgId, user_id: userId } = member
  await spec.host.lookup(Edge)?.prove(orgId, domain)
  const db = ctx.db.inWorkspace(orgId, 'make a mailbox in a test')
  const mailbox = await db
    .insertInto('mail_mailboxes')
    .values({ address: `info@${domain}`, name: 'info', created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('mail_counts').values({ mailbox_id: mailbox.id, folder: 'sent' }).execute()
  const transport = { name: 'Peer', host: '127.0.0.1', port, security: 'none', seal: '', position: 0 } as const
  await db.insertInto('mail_transports').values(transport).execute()
  return { orgId, mailboxId: mailbox.id, userId }
}
