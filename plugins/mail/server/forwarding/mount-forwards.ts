import { addForward, changeForward, listForwards, removeForward, sendForwardLink } from '../../shared.ts'
import { selectMailbox } from '../mailboxes/mailbox-rows.ts'
import type { MailMux, Parts } from '../parts.ts'
import { addForwardTo, forwardsOf, remove, sendLink, setTakesAll } from './change-forwards.ts'
import { mountConfirmPage } from './confirm-page.ts'

/** Routes of forwarding. Members of a mailbox change it, and admins see it, too. */
export function mountForwards(mux: MailMux, parts: Parts): void {
  mux.endpoint(listForwards, async (scope) => {
    await selectMailbox(scope.db, scope, scope.params.id)
    return { items: await forwardsOf(scope.db, scope.params.id) }
  })
  mux.endpoint(addForward, (scope) => addForwardTo(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(sendForwardLink, (scope) => sendLink(parts, scope, scope.params.id))
  mountConfirmPage(mux, parts)
  mux.endpoint(changeForward, (scope) => setTakesAll(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(removeForward, (scope) => remove(scope, scope.params.id))
}
