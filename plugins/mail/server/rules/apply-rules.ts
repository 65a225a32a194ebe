import type { Queries, ReadQueries } from '@host/plugin'
import { mailLimits, type Folder } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import { addLabels, labelsAmong } from '../labels/label-emails.ts'
import type { Tables } from '../models.ts'
import { runRules, type ActiveRule, type RuleFacts, type RuleOutcome } from './match-rule.ts'

export interface RuledEmail {
  readonly id: string
  readonly mailboxId: string
  readonly folder: Folder
  readonly isRead: boolean
}

/** The rules of a mailbox that are on, in their order. */
export async function activeRules(db: ReadQueries<Tables>, mailboxId: string): Promise<readonly ActiveRule[]> {
  return await db
    .selectFrom('mail_rules')
    .select(['match', 'conditions', 'actions'])
    .where('mailbox_id', '=', mailboxId)
    .where('is_on', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(mailLimits.rules)
    .execute()
}

/**
 * Applies the rules of its mailbox to a new email, as a part of the transaction that stores it. Spam stays where it is.
 * @returns the folder that it is in now, and the forwards that rules chose
 */
export async function applyRules(
  tx: Queries<Tables>,
  email: RuledEmail,
  facts: RuleFacts,
): Promise<Pick<RuleOutcome, 'forwardIds'> & { readonly folder: Folder }> {
  if (email.folder !== 'inbox') return { folder: email.folder, forwardIds: [] }
  const outcome = runRules(await activeRules(tx, email.mailboxId), facts)
  await change(tx, email, outcome)
  return { folder: outcome.folder ?? email.folder, forwardIds: outcome.forwardIds }
}

/** Labels, moves and marks an email. */
export async function change(tx: Queries<Tables>, email: RuledEmail, outcome: RuleOutcome): Promise<void> {
  const { labelIds, folder = email.folder } = outcome
  const isRead = email.isRead || outcome.isRead
  // A label may be gone, which changes no rule.
  await addLabels(tx, [email.id], [...(await labelsAmong(tx, labelIds))].slice(0, mailLimits.labelsOfEmail))
  if (folder === email.folder && isRead === email.isRead) return
  await tx.updateTable('mail_emails').set({ folder, is_read: isRead }).where('id', '=', email.id).execute()
  const changes = new CountChanges()
  const { mailboxId } = email
  changes.take({ mailboxId, folder: email.folder, isRead: email.isRead })
  changes.add({ mailboxId, folder, isRead })
  await applyCounts(tx, changes)
}
