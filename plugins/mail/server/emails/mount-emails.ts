import {
  changeEmail,
  changeEmails,
  deleteEmail,
  deleteEmails,
  downloadAttachment,
  downloadEmail,
  listConversation,
  listEmails,
  readEmail,
} from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'
import { changeAll, deleteAll } from './change-emails.ts'
import { conversationPage, emailsPage } from './email-list.ts'
import { labeledEmail, requireEmail } from './email-rows.ts'
import { attachment, emailDetails, rawEmail } from './read-email.ts'

/** Routes of emails. A member sees those of the mailboxes that they may read, whatever their role. */
export function mountEmails(mux: MailMux, parts: Parts): void {
  mux.endpoint(listEmails, (scope) => emailsPage(scope, scope.input))
  mux.endpoint(readEmail, (scope) => emailDetails(scope, scope.params.id))
  mux.endpoint(listConversation, (scope) => conversationPage(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(downloadEmail, (scope) => rawEmail(parts, scope, scope.params.id))
  mux.endpoint(downloadAttachment, (scope) => attachment(parts, scope, scope.params))
  mux.endpoint(changeEmail, async (scope) => {
    const { id } = scope.params
    await scope.db.transaction(async (tx) => {
      await changeAll(tx, scope, { ...scope.input, ids: [id] })
      scope.audit.describe({ target: `email:${id}`, after: { ...scope.input } })
    })
    return await labeledEmail(scope.db, await requireEmail(scope.db, scope.userId, id))
  })
  mux.endpoint(deleteEmail, async (scope) => {
    const { id } = scope.params
    await scope.db.transaction(async (tx) => {
      const after = await deleteAll(tx, scope, { ...scope.input, ids: [id] })
      scope.audit.describe({ target: `email:${id}`, after: { ...after } })
    })
  })
  mux.endpoint(changeEmails, async (scope) => {
    const changed = await scope.db.transaction(async (tx) => {
      scope.audit.describe({ after: { ...scope.input, emails: scope.input.ids.length } })
      return await changeAll(tx, scope, scope.input)
    })
    return { changed }
  })
  mux.endpoint(deleteEmails, async (scope) => {
    const deleted = await scope.db.transaction(async (tx) => {
      const after = await deleteAll(tx, scope, scope.input)
      scope.audit.describe({ after: { ...after } })
      return after.emails
    })
    return { deleted }
  })
}
