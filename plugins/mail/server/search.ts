import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import { readableEmails } from './emails/email-rows.ts'
import type { Tables } from './models.ts'
import { searchSuppressions } from './suppressions/search-suppressions.ts'

/** Emails of mailboxes that the caller may read, by sender, subject and text, and suppressed addresses, for the palette. */
export async function search(
  { db, userId }: Pick<WorkspaceScope<Tables>, 'db' | 'userId'>,
  query: string,
): Promise<readonly SearchHit[]> {
  const options = { id: 'mail_emails.id', usual: '-id', search: { by: 'mail_messages.id' } } as const
  const { items } = await listOf({ db, input: { q: query, limit: 10 } }, readableEmails(db, userId), options)
  const emails = items.map(({ id, subject, sender }) => ({
    title: subject === '' ? (sender?.address ?? id) : subject,
    ...(sender !== null && { detail: sender.name === '' ? sender.address : `${sender.name} <${sender.address}>` }),
    path: `/mail?open=${id}`,
  }))
  return [...emails, ...(await searchSuppressions(db, query))]
}
