import { listOf } from '@host/plugin'
import {
  addDraftFile,
  changeDraft,
  createDraft,
  deleteDraft,
  deleteFile,
  downloadDraftFile,
  listDrafts,
  listScheduled,
  readDraft,
  removeDraftFile,
  rescheduleEmail,
  sendBatch,
  sendDraft,
  sendEmail,
  undoSend,
  uploadFile,
} from '../../shared.ts'
import { requireReadable } from '../mailboxes/access.ts'
import type { MailMux, Parts } from '../parts.ts'
import { changeDraftIn, deleteDraftIn } from './change-draft.ts'
import { createDraftIn } from './create-draft.ts'
import { addFileOf, addLooseFile, readFileOf, removeFileOf, removeLooseFile } from './draft-files.ts'
import { listedDraft, requireDraft, shownDraft, writableDrafts } from './draft-rows.ts'
import { scheduledPage } from './scheduled.ts'
import { sendDraftIn } from './send-draft.ts'
import { sendEmailsIn } from './send-emails.ts'
import { rescheduleEmailIn, undoSendOf } from './undo-send.ts'

/** Routes of drafts and sends. Members write from the mailboxes that they may read. */
export function mountCompose(mux: MailMux, parts: Parts): void {
  mountDrafts(mux, parts)
  mountSends(mux, parts)
}

function mountDrafts(mux: MailMux, parts: Parts): void {
  mux.endpoint(listDrafts, async (scope) => {
    const { db, userId, input } = scope
    if (input.mailboxId !== undefined) await requireReadable(db, userId, input.mailboxId)
    return await listOf(scope, writableDrafts(db, userId), {
      usual: '-updatedAt',
      sort: { updatedAt: 'updated_at' },
      filter: { mailboxId: 'mailbox_id' },
      item: listedDraft,
    })
  })
  mux.endpoint(readDraft, async ({ db, userId, params }) => shownDraft(db, await requireDraft(db, userId, params.id)))
  mux.endpoint(createDraft, (scope) => createDraftIn(parts, scope, scope.input))
  mux.endpoint(changeDraft, (scope) => changeDraftIn(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteDraft, (scope) => deleteDraftIn(scope, scope.params.id))
  mux.upload(addDraftFile, (scope) => addFileOf(parts, scope, scope.params.id))
  mux.endpoint(removeDraftFile, (scope) => removeFileOf(scope, scope.params))
  mux.endpoint(downloadDraftFile, (scope) => readFileOf(parts, scope, scope.params))
}

function mountSends(mux: MailMux, parts: Parts): void {
  mux.endpoint(sendDraft, (scope) => sendDraftIn(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(sendEmail, async (scope) => {
    const [sent] = await sendEmailsIn(parts, scope, { route: 'one', emails: [scope.input] })
    if (sent === undefined) throw new Error('The email was not sent.')
    return sent
  })
  mux.endpoint(sendBatch, async (scope) => ({
    items: [...(await sendEmailsIn(parts, scope, { route: 'batch', emails: scope.input.emails }))],
  }))
  mux.endpoint(listScheduled, (scope) => scheduledPage(scope, scope.input))
  mux.endpoint(undoSend, (scope) => undoSendOf(parts, scope, scope.params.id))
  mux.endpoint(rescheduleEmail, (scope) => rescheduleEmailIn(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.upload(uploadFile, (scope) => addLooseFile(parts, scope))
  mux.endpoint(deleteFile, (scope) => removeLooseFile(scope, scope.params.id))
}
