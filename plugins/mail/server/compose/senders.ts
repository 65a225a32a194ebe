import { domainToUnicode } from 'node:url'
import { Problem, type Language, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { readableMailboxes } from '../mailboxes/access.ts'
import { domainOf } from '../mailboxes/mailbox-rows.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'

export type Writer = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId'>

/** Whose name an email is sent in: an address of a mailbox that the caller may write from. */
export interface Sender {
  readonly mailboxId: string
  /** In its one form. */
  readonly address: string
  /** Of the mailbox. */
  readonly name: string
  /** Whether links of its emails become short links. */
  readonly shortensLinks: boolean
}

export interface WantedSender {
  readonly mailboxId?: string | undefined
  readonly address?: string | undefined
}

/** The fields of an input that errors name. */
export interface SenderPaths {
  readonly mailbox: string
  readonly address: string
}

/**
 * The sender that an input names: an address of a mailbox, or the main one. Members write from the mailboxes that they may
 * read.
 * @throws Problem `invalid_input`
 */
export async function requireSender(
  parts: Pick<Parts, 'edge'>,
  { db, orgId, userId }: Writer,
  { wanted, paths }: { readonly wanted: WantedSender; readonly paths: SenderPaths },
): Promise<Sender> {
  const { mailboxId, address } = wanted
  const path = address === undefined ? paths.mailbox : paths.address
  if (mailboxId === undefined && address === undefined) throw wrong(paths.mailbox, noSender)
  const found = await findSender(db, userId, wanted)
  if (found === undefined) throw wrong(path, unknownSender)
  if (!(await provedDomains(parts.edge, orgId)).has(domainOf(found.address))) throw wrong(path, unverified)
  return found
}

/** The sender of a mailbox or an address; the caller's first mailbox where neither is named. */
export async function findSender(
  db: ReadQueries<Tables>,
  userId: string,
  { mailboxId, address }: WantedSender,
): Promise<Sender | undefined> {
  const read = address === undefined ? undefined : readAddress(address)
  if (address !== undefined && read === undefined) return undefined
  const all = db
    .selectFrom('mail_addresses as a')
    .innerJoin('mail_mailboxes as m', 'm.id', 'a.mailbox_id')
    .select(['a.address', 'a.mailbox_id', 'm.name', 'm.shortens_links'])
    .where('a.mailbox_id', 'in', readableMailboxes(db, userId))
    .orderBy('m.id')
  const ofMailbox = mailboxId === undefined ? all : all.where('a.mailbox_id', '=', mailboxId)
  const fit =
    read === undefined
      ? ofMailbox.where('a.kind', '=', 'main')
      : ofMailbox.where('a.address', '=', read.address).where('a.kind', '!=', 'catch-all')
  const row = await fit.limit(1).executeTakeFirst()
  if (row === undefined) return undefined
  const { mailbox_id: id, shortens_links: shortensLinks } = row
  return { mailboxId: id, address: row.address, name: row.name, shortensLinks }
}

/** All addresses of a mailbox that people write to. */
export async function addressesOf(db: ReadQueries<Tables>, mailboxId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('mail_addresses').select('address').where('mailbox_id', '=', mailboxId).execute()
  return new Set(rows.map(({ address }) => address))
}

/** An address as people read it, its domain in Unicode. */
export function shownAddress(address: string): string {
  const domain = domainOf(address)
  return `${address.slice(0, -domain.length)}${domainToUnicode(domain)}`
}

export function wrong(path: string, message: Readonly<Record<Language, string>>): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}

const noSender = { en: 'Name a mailbox or an address to send from.', zh: '请指定用于发送的邮箱或地址。' }
export const unknownSender = {
  en: 'Choose an address of a mailbox that you may write from.',
  zh: '请选择您有权使用的邮箱地址。',
}
const unverified = {
  en: 'The workspace has not verified this domain. Verify it, then send again.',
  zh: '工作区尚未验证该域名，请先验证再发送。',
}
