import { domainToUnicode } from 'node:url'
import { listOf, Problem, type WorkspaceScope } from '@host/plugin'
import {
  changeMailbox,
  createMailbox,
  deleteMailbox,
  listMailboxes,
  listMailboxMembers,
  listMailDomains,
  readMailbox,
  setMailboxMembers,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { emptyMailbox } from '../retention/empty-mailbox.ts'
import { changeMailboxIn } from './change-mailbox.ts'
import { createMailboxIn } from './create-mailbox.ts'
import { selectMailbox, shownMailbox, shownMailboxes, visibleMailboxes } from './mailbox-rows.ts'
import { membersOf, setMembers } from './members.ts'
import { provedDomains } from './proved-domains.ts'

/** Routes of mailboxes. */
export function mountMailboxes(mux: MailMux, parts: Parts): void {
  mux.endpoint(listMailboxes, async (scope) => {
    const options = { usual: 'address', sort: { address: 'address' } } as const
    const page = await listOf(scope, visibleMailboxes(scope.db, scope), options)
    return { ...page, items: await shownMailboxes(parts, scope, page.items) }
  })
  mux.endpoint(readMailbox, (scope) => shownMailbox(parts, scope, scope.params.id))
  mux.endpoint(createMailbox, async (scope) => {
    return await shownMailbox(parts, scope, await createMailboxIn(parts, scope, scope.input))
  })
  mux.endpoint(changeMailbox, async (scope) => {
    await changeMailboxIn(parts, scope, { ...scope.input, id: scope.params.id })
    return await shownMailbox(parts, scope, scope.params.id)
  })
  mux.endpoint(deleteMailbox, (scope) => deleteMailboxIn(parts, scope, scope.params.id))
  mux.endpoint(listMailboxMembers, async (scope) => {
    await selectMailbox(scope.db, scope, scope.params.id)
    return { userIds: await membersOf(scope.db, scope.params.id) }
  })
  mux.endpoint(setMailboxMembers, async (scope) => ({
    userIds: await setMembers(parts, scope, { ...scope.input, id: scope.params.id }),
  }))
  mux.endpoint(listMailDomains, async ({ orgId }) => {
    const names = [...(await provedDomains(parts.edge, orgId))].toSorted()
    return { items: names.map((asciiName) => ({ name: domainToUnicode(asciiName), asciiName })) }
  })
}

/** From the commit on nothing arrives and nobody sees its emails; a job deletes those. */
async function deleteMailboxIn(
  { jobs }: Pick<Parts, 'jobs'>,
  { db, orgId, audit }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>,
  id: string,
): Promise<undefined> {
  await db.transaction(async (tx) => {
    await tx.deleteFrom('mail_access').where('mailbox_id', '=', id).execute()
    const gone = await tx.deleteFrom('mail_mailboxes').where('id', '=', id).returning('address').executeTakeFirst()
    if (gone === undefined) throw new Problem('not_found')
    await jobs.enqueue(orgId, emptyMailbox, { mailboxId: id })
    audit.describe({ target: `mailbox:${id}`, before: { address: gone.address } })
  })
}
