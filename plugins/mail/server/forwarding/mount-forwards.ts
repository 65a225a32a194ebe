import {
  addForward,
  changeForward,
  confirmForward,
  listForwards,
  removeForward,
  sendForwardCode,
} from '../../shared.ts'
import { selectMailbox } from '../mailboxes/mailbox-rows.ts'
import type { MailMux, Parts } from '../parts.ts'
import { addForwardTo, confirm, forwardsOf, remove, sendCode, setTakesAll } from './change-forwards.ts'

/** Routes of forwarding. Members of a mailbox change it, and admins see it, too. */
export function mountForwards(mux: MailMux, parts: Parts): void {
  mux.endpoint(listForwards, async (scope) => {
    await selectMailbox(scope.db, scope, scope.params.id)
    return { items: await forwardsOf(scope.db, scope.params.id) }
  })
  mux.endpoint(addForward, (scope) => addForwardTo(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(sendForwardCode, (scope) => sendCode(parts, scope, scope.params.id))
  mux.endpoint(confirmForward, (scope) => confirm(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(changeForward, (scope) => setTakesAll(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(removeForward, (scope) => remove(scope, scope.params.id))
}
