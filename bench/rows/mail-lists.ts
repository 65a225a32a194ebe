import { join } from 'node:path'
import { DataAccess } from '../../packages/host/src/db/data-access.ts'
import { openDatabase } from '../../packages/host/src/db/open-database.ts'
import { emailsPage } from '../../plugins/mail/server/emails/email-list.ts'
import type { Tables } from '../../plugins/mail/server/models.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { fillMail, mailOwners } from '../servers/fill-mail.ts'
import { workspaceId } from '../servers/session-token.ts'

const mostEmails = 100_000

/** Pages of 50 emails, as their endpoint reads them. */
const lists = [
  { name: 'inbox of a mailbox', atMost: 5, input: { folder: 'inbox' }, isOfMailbox: true },
  { name: 'unread of a mailbox', atMost: 5, input: { folder: 'inbox', isRead: false }, isOfMailbox: true },
  { name: 'all inboxes', atMost: 5, input: { folder: 'inbox' }, isOfMailbox: false },
  { name: 'empty folder of all mailboxes', atMost: 50, input: { folder: 'spam' }, isOfMailbox: false },
  { name: 'search for a rare word', atMost: 50, input: { q: '4217' }, isOfMailbox: true },
  { name: 'search for a word in every email', atMost: 50, input: { q: 'order' }, isOfMailbox: true },
] as const

/** The list of a mailbox of 100,000 emails, and its search. */
export const mailLists: Benchmark = { name: 'mail-list', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 2_000 : mostEmails
  const file = join(bench.folder, 'mail-list.db')
  const { userId, mailboxId } = await fillMail(file, count, workspaceId(0))
  const database = await openDatabase({ url: file, durability: 'normal' })
  try {
    const access = new DataAccess({ database, owners: mailOwners, onDoor: () => {} })
    const db = access.inWorkspace<Tables>('mail', workspaceId(0))
    const rows: Row[] = []
    for (const { name, atMost, input, isOfMailbox } of lists) {
      const asked = { ...input, ...(isOfMailbox && { mailboxId }) }
      const values: number[] = []
      for (let round = 0; round < bench.scale.rounds * 3; round += 1) {
        values.push(await timeOf(() => emailsPage({ db, userId }, asked)))
      }
      const what = `Page of 50 among ${count} emails: ${name}`
      rows.push(
        standAlone({ what, measure: 'time of a page', unit: 'ms', goal: { atMost }, subject: { name, values } }),
      )
    }
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
