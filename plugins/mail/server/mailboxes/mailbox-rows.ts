import { domainToUnicode } from 'node:url'
import { hasRole, Problem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { folders, type Mailbox } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shortLinksOf } from '../short-links/short-links-of.ts'
import { provedDomains } from './proved-domains.ts'

/** Columns that show a mailbox. */
export const shownColumns = [
  'id',
  'address',
  'name',
  'takes_plus',
  'on_dmarc_reject',
  'on_dmarc_quarantine',
  'retention_days',
  'shortens_links',
  'created_at',
] as const

export type Viewer = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'role'>

/** A mailbox that the caller sees: admins all of them, members those that they may read. @throws Problem `not_found` */
export async function selectMailbox(db: ReadQueries<Tables>, viewer: Pick<Viewer, 'userId' | 'role'>, id: string) {
  const row = await visibleMailboxes(db, viewer).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export function visibleMailboxes(db: ReadQueries<Tables>, { userId, role }: Pick<Viewer, 'userId' | 'role'>) {
  const all = db.selectFrom('mail_mailboxes').select(shownColumns)
  if (hasRole(role, 'admin')) return all
  return all.where('id', 'in', (from) =>
    from.selectFrom('mail_access').select('mail_access.mailbox_id').where('mail_access.user_id', '=', userId),
  )
}

type MailboxRow = Awaited<ReturnType<typeof selectMailbox>>

/** Mailboxes as the caller sees them, with three queries for however many. */
export async function shownMailboxes(
  parts: Pick<Parts, 'ctx' | 'edge' | 'features'>,
  { db, orgId, userId }: Viewer,
  rows: readonly MailboxRow[],
): Promise<Mailbox[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const addresses = await db
    .selectFrom('mail_addresses')
    .selectAll()
    .where('mailbox_id', 'in', ids)
    .orderBy('id')
    .execute()
  const access = await db
    .selectFrom('mail_access')
    .select(['mailbox_id', 'user_id'])
    .where('mailbox_id', 'in', ids)
    .execute()
  const counts = await db.selectFrom('mail_counts').selectAll().where('mailbox_id', 'in', ids).execute()
  const domains = await provedDomains(parts.edge, orgId)
  const canShortenLinks = (await shortLinksOf(parts, orgId)) !== undefined
  return rows.map((row) => {
    const own = addresses.filter(({ mailbox_id: id }) => id === row.id)
    const members = access.filter(({ mailbox_id: id }) => id === row.id)
    const canRead = members.some(({ user_id: id }) => id === userId)
    const inFolders = new Map(
      counts.filter(({ mailbox_id: id }) => id === row.id).map((count) => [count.folder, count]),
    )
    return {
      id: row.id,
      address: shownAddress(row.address),
      name: row.name,
      aliases: own.filter(({ kind }) => kind === 'alias').map(({ address }) => shownAddress(address)),
      isCatchAll: own.some(({ kind }) => kind === 'catch-all'),
      takesPlus: row.takes_plus,
      onDmarcReject: row.on_dmarc_reject,
      onDmarcQuarantine: row.on_dmarc_quarantine,
      retentionDays: row.retention_days,
      shortensLinks: row.shortens_links,
      canShortenLinks,
      isReceiving: own.some(({ kind }) => kind === 'main') && domains.has(domainOf(row.address)),
      canRead,
      members: members.length,
      folders: canRead
        ? folders.map((folder) => {
            const { emails = 0, unread = 0 } = inFolders.get(folder) ?? {}
            return { folder, emails, unread }
          })
        : null,
      createdAt: row.created_at,
    }
  })
}

export async function shownMailbox(
  parts: Pick<Parts, 'ctx' | 'edge' | 'features'>,
  viewer: Viewer,
  id: string,
): Promise<Mailbox> {
  const [mailbox] = await shownMailboxes(parts, viewer, [await selectMailbox(viewer.db, viewer, id)])
  if (mailbox === undefined) throw new Problem('not_found')
  return mailbox
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** An address as people read it, its domain in Unicode. */
function shownAddress(address: string): string {
  const domain = domainOf(address)
  return `${address.slice(0, -domain.length)}${domainToUnicode(domain)}`
}
