import { Problem, type InstanceTables, type Queries, type ReadQueries, type ScopedDatabase } from '@host/plugin'
import { confirmForward, forwardRequest } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { hashOf } from './forward-link.ts'

/**
 * The page by which the owner of an address agrees. Programs that fetch the links of an email only read it; the form, which
 * this page alone sends, confirms.
 */
export function mountConfirmPage(mux: MailMux, { ctx, clock }: Pick<Parts, 'ctx' | 'clock'>): void {
  // Opened with the first visit: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined
  const workspace = async ({ params: { token } }: { readonly params: { readonly token: string } }) => {
    opened ??= ctx.db.asInstance('find the workspace of a link that confirms an address')
    const forwards = opened.selectFrom('mail_forwards').select('org_id').where('link_hash', '=', hashOf(token))
    return (await forwards.executeTakeFirst())?.org_id
  }
  mux.publicPage(forwardRequest, {
    workspace,
    async answer({ db, params, language }) {
      const row = await requestOf(db, params.token, clock())
      if (row === undefined) return undefined
      const { mailbox, address, confirmed_at: confirmedAt } = row
      return { title: titles[language], data: { mailbox, address, isConfirmed: confirmedAt !== null } }
    },
  })
  mux.publicForm(confirmForward, {
    workspace,
    async answer({ db, params }) {
      const now = clock()
      const row = await requestOf(db, params.token, now)
      if (row === undefined) throw new Problem('conflict', { detail: expired })
      if (row.confirmed_at !== null) return undefined
      const confirmed = db.updateTable('mail_forwards').set({ confirmed_at: new Date(now).toISOString() })
      await confirmed.where('id', '=', row.id).execute()
      return undefined
    },
  })
}

/** What a link asks for. A confirmed one shows that it is, until it expires. */
async function requestOf(db: ReadQueries<Tables> | Queries<Tables>, token: string, now: number) {
  return await db
    .selectFrom('mail_forwards')
    .innerJoin('mail_mailboxes', 'mail_mailboxes.id', 'mail_forwards.mailbox_id')
    .select([
      'mail_forwards.id',
      'mail_forwards.address',
      'mail_forwards.confirmed_at',
      'mail_mailboxes.address as mailbox',
    ])
    .where('mail_forwards.link_hash', '=', hashOf(token))
    .where('mail_forwards.link_until', '>=', new Date(now).toISOString())
    .executeTakeFirst()
}

const titles = { en: 'Confirm forwarding', zh: '确认转发' }
const expired = { en: 'The link has expired. Ask for a new one.', zh: '链接已过期，请索取新的链接。' }
