import { Problem, type EndpointInput, type Queries, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { mailLimits, type createRule, type MailRule } from '../../shared.ts'
import { labelsAmong } from '../labels/label-emails.ts'
import { requireReadable } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'audit'>
type GivenRule = Omit<EndpointInput<typeof createRule>, 'id'>

/** The rules of a mailbox in their order. */
export async function rulesOf(db: ReadQueries<Tables>, mailboxId: string): Promise<MailRule[]> {
  const rules = db.selectFrom('mail_rules').selectAll().where('mailbox_id', '=', mailboxId)
  const rows = await rules.orderBy('position').orderBy('id').limit(mailLimits.rules).execute()
  return rows.map(shownRule)
}

/** A rule of a mailbox that the caller may read. @throws Problem `not_found` */
export async function requireRule(db: ReadQueries<Tables>, userId: string, id: string): Promise<MailRule> {
  const row = await db.selectFrom('mail_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  await requireReadable(db, userId, row.mailbox_id)
  return shownRule(row)
}

/** @throws Problem `not_found`, `conflict` */
export async function addRule({ db, userId, audit }: Caller, mailboxId: string, given: GivenRule): Promise<MailRule> {
  return await db.transaction(async (tx) => {
    await lockMailbox(tx, userId, mailboxId)
    const known = await rulesOf(tx, mailboxId)
    if (known.length >= mailLimits.rules) throw new Problem('conflict', { detail: tooMany })
    await requireKnown(tx, mailboxId, given)
    const last = tx.selectFrom('mail_rules').select('position').where('mailbox_id', '=', mailboxId)
    const { position = 0 } = (await last.orderBy('position', 'desc').limit(1).executeTakeFirst()) ?? {}
    const row = await tx
      .insertInto('mail_rules')
      .values({ mailbox_id: mailboxId, position: position + 1, ...columnsOf(given) })
      .returningAll()
      .executeTakeFirstOrThrow()
    audit.describe({ target: `mail rule:${row.id}`, after: { ...given, mailboxId } })
    return shownRule(row)
  })
}

/** @throws Problem `not_found` */
export async function replaceRule({ db, userId, audit }: Caller, id: string, given: GivenRule): Promise<MailRule> {
  return await db.transaction(async (tx) => {
    const before = await requireRule(tx, userId, id)
    await requireKnown(tx, before.mailboxId, given)
    await tx.updateTable('mail_rules').set(columnsOf(given)).where('id', '=', id).execute()
    audit.describe({ target: `mail rule:${id}`, before: { ...before }, after: { ...given } })
    return await requireRule(tx, userId, id)
  })
}

/** @throws Problem `not_found` */
export async function removeRule({ db, userId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const { name, mailboxId } = await requireRule(tx, userId, id)
    await tx.deleteFrom('mail_rules').where('id', '=', id).execute()
    audit.describe({ target: `mail rule:${id}`, before: { name, mailboxId } })
  })
}

/** @throws Problem `not_found`, `conflict` where the given rules are not those of the mailbox */
export async function orderRulesOf(
  { db, userId, audit }: Caller,
  mailboxId: string,
  ids: readonly string[],
): Promise<{ items: MailRule[] }> {
  return await db.transaction(async (tx) => {
    await lockMailbox(tx, userId, mailboxId)
    const before = (await rulesOf(tx, mailboxId)).map(({ id }) => id)
    if (before.toSorted().join(' ') !== ids.toSorted().join(' ')) throw new Problem('conflict', { detail: changed })
    for (const [at, id] of ids.entries()) {
      await tx
        .updateTable('mail_rules')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute()
    }
    audit.describe({ target: `mailbox:${mailboxId}`, before: { ids: before }, after: { ids } })
    return { items: await rulesOf(tx, mailboxId) }
  })
}

/** Changes of the rules of a mailbox follow each other. */
async function lockMailbox(tx: Queries<Tables>, userId: string, mailboxId: string): Promise<void> {
  await requireReadable(tx, userId, mailboxId)
  const mailbox = tx.selectFrom('mail_mailboxes').select('id').where('id', '=', mailboxId)
  if ((await mailbox.forUpdate().executeTakeFirst()) === undefined) throw new Problem('not_found')
}

/** @throws Problem `not_found` for a label that the workspace, or a forward that the mailbox doesn't have */
async function requireKnown(tx: ReadQueries<Tables>, mailboxId: string, { actions }: GivenRule): Promise<void> {
  const { labelIds = [], forwardIds = [] } = actions
  const labels = await labelsAmong(tx, labelIds)
  requireAll(labelIds, labels, 'actions.labelIds')
  if (forwardIds.length === 0) return
  const forwards = tx.selectFrom('mail_forwards').select('id').where('mailbox_id', '=', mailboxId)
  const known = await forwards.where('id', 'in', forwardIds).where('confirmed_at', 'is not', null).execute()
  requireAll(forwardIds, new Set(known.map(({ id }) => id)), 'actions.forwardIds')
}

function requireAll(ids: readonly string[], known: ReadonlySet<string>, path: string): void {
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing === -1) return
  throw new Problem('not_found', { errors: [{ path: `${path}.${missing}`, message: unknown }] })
}

function columnsOf({ name, isOn = true, match = 'all', conditions, actions }: GivenRule) {
  return { name, is_on: isOn, match, conditions, actions }
}

function shownRule(row: {
  readonly id: string
  readonly mailbox_id: string
  readonly name: string
  readonly is_on: boolean
  readonly match: MailRule['match']
  readonly conditions: readonly MailRule['conditions'][number][]
  readonly actions: MailRule['actions']
}): MailRule {
  const { id, mailbox_id: mailboxId, name, is_on: isOn, match, conditions, actions } = row
  return { id, mailboxId, name, isOn, match, conditions: [...conditions], actions }
}

const unknown = {
  en: 'There is no such label or confirmed address.',
  zh: '没有这个标签或已确认的地址。',
}
const tooMany = {
  en: `A mailbox has at most ${mailLimits.rules} rules. Delete a rule that is not needed, then try again.`,
  zh: `每个邮箱最多有 ${mailLimits.rules} 条规则。请先删除不再需要的规则，然后重试。`,
}
const changed = {
  en: 'The rules have changed meanwhile. Reload the page and try again.',
  zh: '规则已发生变化，请刷新页面后重试。',
}
