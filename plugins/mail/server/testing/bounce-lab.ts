import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { definePlugin, type PluginContext } from '@host/plugin'
import { listSuppressions, type Suppression } from '../../shared.ts'
import { bounceAddress } from '../bounces/bounce-address.ts'
import { plugin as mailPlugin } from '../index.ts'
import type { Tables } from '../models.ts'
import { domain, openMailLab, type LabOptions, type MailLab } from './mail-lab.ts'

/** A message that was sent to one address, and the address that its bounces come to. */
export interface SentMessage {
  readonly recipientId: string
  readonly bounces: string
}

export interface BounceLab extends MailLab {
  readonly ctx: PluginContext<Tables>
  send(address: string, options?: { readonly orgId?: string; readonly domain?: string }): Promise<SentMessage>
  /** One message to several addresses; those of one domain are a transaction. */
  sendTogether(addresses: readonly string[]): Promise<readonly SentMessage[]>
  recipient(id: string): Promise<{ readonly state: string; readonly reply: string }>
  suppressions(person?: 'owner' | 'otherOwner'): Promise<readonly Suppression[]>
  /** The same of the owner in short: address, reason and count, by address. */
  summary(): Promise<readonly (readonly [address: string, reason: string, count: number])[]>
}

/** A laboratory with messages that count as sent. */
export async function openBounceLab(
  context: TestContext,
  options: Pick<LabOptions, 'environment' | 'outbound'> = {},
): Promise<BounceLab> {
  let known: PluginContext<Tables> | undefined
  const plugin = definePlugin({
    ...mailPlugin,
    mount(mux, ctx) {
      known = ctx
      return mailPlugin.mount(mux, ctx)
    },
  })
  const lab = await openMailLab(context, { ...options, plugin })
  assert.ok(known)
  const ctx = known
  return {
    ...lab,
    ctx,
    async send(address, { orgId = lab.host.workspaces.here, domain: from = domain } = {}) {
      const [recipientId = ''] = await insertSent(ctx, orgId, [address])
      return { recipientId, bounces: await bounceAddress({ ctx }, { recipientId, domain: from }) }
    },
    async sendTogether(addresses) {
      const ids = await insertSent(ctx, lab.host.workspaces.here, addresses)
      return await Promise.all(
        ids.map(async (recipientId) => ({
          recipientId,
          bounces: await bounceAddress({ ctx }, { recipientId, domain }),
        })),
      )
    },
    async recipient(id) {
      const rows = ctx.db.asInstance('look at a recipient').selectFrom('mail_recipients').select(['state', 'reply'])
      return await rows.where('id', '=', id).executeTakeFirstOrThrow()
    },
    summary: async () => {
      const { items } = await lab.host.as('owner').call(listSuppressions, { sort: 'address' })
      return items.map(({ address, reason, count }) => [address, reason, count])
    },
    suppressions: async (person = 'owner') => (await lab.host.as(person).call(listSuppressions, {})).items,
  }
}

async function insertSent(
  ctx: PluginContext<Tables>,
  orgId: string,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const db = ctx.db.inWorkspace(orgId, 'store a message that counts as sent')
  const now = new Date().toISOString()
  const message = await db
    .insertInto('mail_messages')
    .values({
      raw: `messages/${randomUUID()}`,
      size: 1,
      thread_id: 'mailthread_sent',
      sender_text: '',
      subject: 'Sent',
      parse: 'complete',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const outgoing = await db
    .insertInto('mail_outgoing')
    .values({ message_id: message.id, state: 'done', send_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('mail_recipients')
    .values(
      addresses.map((address) => ({
        outgoing_id: outgoing.id,
        address,
        domain: address.slice(address.lastIndexOf('@') + 1),
        kind: 'to' as const,
        state: 'delivered' as const,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
