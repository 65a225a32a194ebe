import { Problem, UniqueViolation, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import {
  changeLabel,
  createLabel,
  deleteLabel,
  labelEmails,
  listLabels,
  mailLimits,
  markAllRead,
  type EmailLabel,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { forgetLabel } from './label-jobs.ts'
import { unreadOfLabels } from './labels-of.ts'
import { changeLabels } from './change-labels.ts'
import { markFolder } from './mark-all-read.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Routes of labels, and of marking all emails of a folder. */
export function mountLabels(mux: MailMux, parts: Parts): void {
  mux.endpoint(listLabels, async ({ db, userId }) => {
    const labels = db.selectFrom('mail_labels').select(['id', 'name', 'tone'])
    const items = await labels.orderBy('folded').limit(mailLimits.labels).execute()
    const unread = await unreadOfLabels(db, userId)
    return { items: items.map((label) => ({ ...label, unread: unread.get(label.id) ?? 0 })) }
  })
  mux.endpoint(createLabel, (scope) => create(scope, scope.input))
  mux.endpoint(changeLabel, (scope) => change(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteLabel, (scope) => remove(parts, scope, scope.params.id))
  mux.endpoint(labelEmails, async (scope) => {
    const { ids, ...after } = scope.input
    return await scope.db.transaction(async (tx) => {
      scope.audit.describe({ after: { ...after, emails: ids.length } })
      return { changed: await changeLabels(tx, scope.userId, scope.input) }
    })
  })
  mux.endpoint(markAllRead, (scope) => markFolder(parts, scope, { ...scope.input, mailboxId: scope.params.id }))
}

/** A name without its case: two names of a workspace that are the same then are one. */
function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

async function create({ db, audit }: Caller, input: EndpointInput<typeof createLabel>): Promise<EmailLabel> {
  const { name, tone = 'neutral' } = input
  return await db.transaction(async (tx) => {
    await requireRoom(tx)
    const added = tx.insertInto('mail_labels').values({ name, tone, folded: foldName(name) })
    const { id } = await namedOnce(added.returning('id').executeTakeFirstOrThrow())
    audit.describe({ target: `mail label:${id}`, after: { name, tone } })
    return { id, name, tone }
  })
}

async function change({ db, audit }: Caller, { id, ...input }: EndpointInput<typeof changeLabel>): Promise<EmailLabel> {
  return await db.transaction(async (tx) => {
    const labels = tx.selectFrom('mail_labels').select(['name', 'tone']).where('id', '=', id)
    const before = await labels.forUpdate().executeTakeFirst()
    if (before === undefined) throw new Problem('not_found')
    const { name = before.name, tone = before.tone } = input
    const values = { name, tone, folded: foldName(name) }
    await namedOnce(tx.updateTable('mail_labels').set(values).where('id', '=', id).execute())
    audit.describe({ target: `mail label:${id}`, before, after: { name, tone } })
    return { id, name, tone }
  })
}

async function remove({ jobs }: Parts, { db, orgId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const gone = await tx.deleteFrom('mail_labels').where('id', '=', id).returning('name').executeTakeFirst()
    if (gone === undefined) throw new Problem('not_found')
    await jobs.enqueue(orgId, forgetLabel, { id })
    audit.describe({ target: `mail label:${id}`, before: { name: gone.name } })
  })
}

/** @throws Problem `conflict` where the workspace would have too many */
async function requireRoom(tx: Queries<Tables>): Promise<void> {
  const rows = await tx.selectFrom('mail_labels').select('id').limit(mailLimits.labels).execute()
  if (rows.length >= mailLimits.labels) throw new Problem('conflict', at('name', tooMany))
}

/** @throws Problem `conflict` where another label has the name */
async function namedOnce<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { ...at('name', taken), cause: error })
  }
}

const at = (path: string, message: { readonly en: string; readonly zh: string }) => ({
  detail: message,
  errors: [{ path, message }],
})
const taken = { en: 'This name is taken. Choose another one.', zh: '该名称已被使用，请换一个。' }
const tooMany = {
  en: `A workspace has at most ${mailLimits.labels} labels. Delete labels that are not needed, then try again.`,
  zh: `工作区最多有 ${mailLimits.labels} 个标签。请先删除不再需要的标签，然后重试。`,
}
