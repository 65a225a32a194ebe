import { join } from 'node:path'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { emailsPage } from '../../plugins/mail/server/emails/email-list.ts'
import { unreadOfLabels } from '../../plugins/mail/server/labels/labels-of.ts'
import type { Tables } from '../../plugins/mail/server/models.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { fillMail, mailOwners } from '../servers/fill-mail.ts'
import { workspaceId } from '../servers/session-token.ts'

const mostEmails = 100_000

/** Pages of 50 emails, as their endpoint reads them. */
const lists = [
  { name: 'inbox of a mailbox', atMost: 5, input: { folder: 'inbox' }, of: 'mailbox' },
  { name: 'unread of a mailbox', atMost: 5, input: { folder: 'inbox', isRead: false }, of: 'mailbox' },
  { name: 'all inboxes', atMost: 5, input: { folder: 'inbox' }, of: 'all' },
  { name: 'empty folder of all mailboxes', atMost: 5, input: { folder: 'spam' }, of: 'all' },
  { name: 'a label that every email has', atMost: 5, input: {}, of: 'label' },
  { name: 'unread of a label that every email has', atMost: 5, input: { isRead: false }, of: 'label' },
  { name: 'search for a rare word', atMost: 50, input: { q: '4217' }, of: 'mailbox' },
  { name: 'search for a word in every email', atMost: 50, input: { q: 'order' }, of: 'mailbox' },
] as const

/** The list of a mailbox of 100,000 emails, and its search. */
export const mailLists: Benchmark = { name: 'mail-list', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 2_000 : mostEmails
  const file = join(bench.folder, 'mail-list.db')
  const { userId, mailboxId, labelId } = await fillMail(file, count, workspaceId(0))
  const database = await openDatabase({ url: file, durability: 'normal' })
  try {
    const access = new DataAccess({ database, owners: mailOwners, onDoor: () => {} })
    const db = access.inWorkspace<Tables>('mail', workspaceId(0))
    const rows: Row[] = []
    for (const { name, atMost, input, of } of lists) {
      const asked = { ...input, ...(of === 'mailbox' && { mailboxId }), ...(of === 'label' && { labelId }) }
      const values: number[] = []
      for (let round = 0; round < bench.scale.rounds * 3; round += 1) {
        values.push(await timeOf(() => emailsPage({ db, userId }, asked)))
      }
      const what = `Page of 50 among ${count} emails: ${name}`
      rows.push(
        standAlone({ what, measure: 'time of a page', unit: 'ms', goal: { atMost }, subject: { name, values } }),
      )
    }
    const values: number[] = []
    for (let round = 0; round < bench.scale.rounds * 3; round += 1) {
      values.push(await timeOf(() => unreadOfLabels(db, userId)))
    }
    const subject = { name: 'unread emails of labels', values }
    const what = `Unread emails of a label among ${count} emails`
    rows.push(standAlone({ what, measure: 'time of a count', unit: 'ms', goal: { atMost: 5 }, subject }))
    return rows
  } finally {
    await database.close()
  }
}

async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await read()
  return performance.now() - since
}
