import { sanitizeHtml } from '@host/email'
import { Problem, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import {
  changeSignature,
  createSignature,
  deleteSignature,
  listSignatures,
  writingLimits,
  type Signature,
} from '../../shared.ts'
import { wrong } from '../compose/senders.ts'
import { readableMailboxes } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import type { MailMux } from '../parts.ts'
import { ownSignatures, shownSignature } from './signature-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'audit'>
type NewSignature = EndpointInput<typeof createSignature>

/** Routes of signatures: each person has their own. */
export function mountSignatures(mux: MailMux): void {
  mux.endpoint(listSignatures, async ({ db, userId }) => {
    const rows = await ownSignatures(db, userId).orderBy('name').orderBy('id').limit(writingLimits.signatures).execute()
    return { items: rows.map(shownSignature) }
  })
  mux.endpoint(createSignature, (scope) => createOwn(scope, scope.input))
  mux.endpoint(changeSignature, (scope) => changeOwn(scope, scope.params.id, scope.input))
  mux.endpoint(deleteSignature, ({ db, userId, params: { id }, audit }) =>
    db.transaction(async (tx) => {
      const own = tx.deleteFrom('mail_signatures').where('id', '=', id).where('user_id', '=', userId)
      const gone = await own.returning('name').executeTakeFirst()
      if (gone === undefined) throw new Problem('not_found')
      audit.describe({ target: `mail_signature:${id}`, before: { name: gone.name } })
      return undefined
    }),
  )
}

/** @throws Problem `invalid_input`, `conflict` */
async function createOwn({ db, userId, audit }: Caller, input: NewSignature): Promise<Signature> {
  return await db.transaction(async (tx) => {
    await requireMailbox(tx, userId, input)
    const own = await ownSignatures(tx, userId).forUpdate().execute()
    if (own.length >= writingLimits.signatures) throw new Problem('conflict', tooMany)
    if (input.isDefault) await clearDefault(tx, userId, input.mailboxId)
    const { id } = await tx
      .insertInto('mail_signatures')
      .values({ user_id: userId, ...columnsOf(input) })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit.describe({ target: `mail_signature:${id}`, after: { name: input.name } })
    return { id, ...input, html: htmlOf(input) }
  })
}

/** @throws Problem `invalid_input`, `not_found` */
async function changeOwn({ db, userId, audit }: Caller, id: string, input: NewSignature): Promise<Signature> {
  return await db.transaction(async (tx) => {
    await requireMailbox(tx, userId, input)
    if (input.isDefault) await clearDefault(tx, userId, input.mailboxId)
    const own = tx.updateTable('mail_signatures').set(columnsOf(input)).where('id', '=', id)
    const row = await own.where('user_id', '=', userId).returning('id').executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    audit.describe({ target: `mail_signature:${id}`, after: { name: input.name } })
    return { id, ...input, html: htmlOf(input) }
  })
}

function columnsOf({ name, mailboxId, text, html, isDefault }: NewSignature) {
  return { name, mailbox_id: mailboxId, text, html: htmlOf({ html }), is_default: isDefault }
}

function htmlOf({ html }: Pick<NewSignature, 'html'>): string | null {
  return html === null || html === '' ? null : sanitizeHtml(html, { isPart: true })
}

async function requireMailbox(tx: Queries<Tables>, userId: string, { mailboxId }: NewSignature): Promise<void> {
  if (mailboxId === null) return
  const access = readableMailboxes(tx, userId).where('mail_access.mailbox_id', '=', mailboxId)
  if ((await access.executeTakeFirst()) === undefined) throw wrong('mailboxId', unknownMailbox)
}

/** One default for each mailbox, and one for all. */
async function clearDefault(tx: Queries<Tables>, userId: string, mailboxId: string | null): Promise<void> {
  const own = tx.updateTable('mail_signatures').set({ is_default: false }).where('user_id', '=', userId)
  const same = mailboxId === null ? own.where('mailbox_id', 'is', null) : own.where('mailbox_id', '=', mailboxId)
  await same.execute()
}

const unknownMailbox = { en: 'Choose a mailbox that you may write from.', zh: '请选择您有权使用的邮箱。' }
const tooMany = {
  detail: {
    en: `You have reached the limit of ${writingLimits.signatures} signatures.`,
    zh: `您已达到 ${writingLimits.signatures} 个签名的上限。`,
  },
  nextStep: { en: 'Delete one that you no longer need, then try again.', zh: '请先删除不再需要的签名，然后重试。' },
}
