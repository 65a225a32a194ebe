import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import { lockEmails } from '../emails/change-emails.ts'
import type { Tables } from '../models.ts'
import { labelsOf } from './labels-of.ts'

export interface LabelChange {
  readonly ids: readonly string[]
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

/** Labels emails, all or none. @returns how many @throws Problem `not_found`, `conflict` */
export async function changeLabels(
  tx: Queries<Tables>,
  userId: string,
  { ids, add = [], remove = [] }: LabelChange,
): Promise<number> {
  const emails = (await lockEmails(tx, userId, ids)).map(({ id }) => id)
  const known = await labelsAmong(tx, add)
  const missing = add.findIndex((id) => !known.has(id))
  if (missing !== -1) throw new Problem('not_found', { errors: [{ path: `add.${missing}`, message: unknown }] })
  if (remove.length > 0) {
    const gone = tx.deleteFrom('mail_labeled').where('email_id', 'in', emails)
    await gone.where('label_id', 'in', [...remove]).execute()
  }
  await addLabels(tx, emails, [...known])
  await requireFewLabels(tx, emails)
  return emails.length
}

/** Those of some IDs that labels of the workspace have. */
export async function labelsAmong(db: ReadQueries<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_labels')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function addLabels(
  tx: Queries<Tables>,
  emailIds: readonly string[],
  labelIds: readonly string[],
): Promise<void> {
  for (const labelId of labelIds) {
    if (emailIds.length === 0) return
    await tx
      .insertInto('mail_labeled')
      .values(emailIds.map((id) => ({ email_id: id, label_id: labelId })))
      .onConflict((conflict) => conflict.columns(['org_id', 'email_id', 'label_id']).doNothing())
      .execute()
  }
}

async function requireFewLabels(tx: Queries<Tables>, emailIds: readonly string[]): Promise<void> {
  const counts = [...(await labelsOf(tx, emailIds)).values()].map(({ length }) => length)
  if (Math.max(0, ...counts) <= mailLimits.labelsOfEmail) return
  throw new Problem('conflict', { detail: tooMany, errors: [{ path: 'add', message: tooMany }] })
}

const unknown = { en: 'This workspace has no such label.', zh: '此工作区没有这个标签。' }
const tooMany = {
  en: `An email has at most ${mailLimits.labelsOfEmail} labels.`,
  zh: `一封邮件最多有 ${mailLimits.labelsOfEmail} 个标签。`,
}
