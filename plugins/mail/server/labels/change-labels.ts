import { Problem, type Queries } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import { lockEmails } from '../emails/change-emails.ts'
import type { Tables } from '../models.ts'
import { addLabels, labelsAmong } from './label-emails.ts'
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
  const locked = await lockEmails(tx, userId, ids)
  const emails = locked.map(({ id }) => id)
  const known = await labelsAmong(tx, add)
  const missing = add.findIndex((id) => !known.has(id))
  if (missing !== -1) throw new Problem('not_found', { errors: [{ path: `add.${missing}`, message: unknown }] })
  if (remove.length > 0) {
    const gone = tx.deleteFrom('mail_labeled').where('email_id', 'in', emails)
    await gone.where('label_id', 'in', [...remove]).execute()
  }
  await addLabels(tx, locked, [...known])
  await requireFewLabels(tx, emails)
  return emails.length
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
