import { domainToUnicode } from 'node:url'
import { listOf } from '@host/plugin'
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
import type { MailMux, Parts } from '../parts.ts'
import { countScheduled } from '../queue/cancel-scheduled.ts'
import { changeMailboxIn } from './change-mailbox.ts'
import { createMailboxIn } from './create-mailbox.ts'
import { deleteMailboxIn } from './delete-mailbox.ts'
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
  mux.endpoint(readMailbox, async (scope) => {
    const { id } = scope.params
    return { ...(await shownMailbox(parts, scope, id)), scheduled: await countScheduled(scope.db, id) }
  })
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
