import type { Queries, ReadQueries } from '@host/plugin'
import { mailLimits, type Folder } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import { addLabels, labelsAmong, updateLabeled } from '../labels/label-emails.ts'
import type { Tables } from '../models.ts'
import { runRules, type ActiveRule, type RuleFacts, type RuleOutcome } from './match-rule.ts'

export interface RuledEmail {
  readonly id: string
  readonly mailboxId: string
  readonly folder: Folder
  readonly isRead: boolean
  readonly receivedAt: string
}

/** The rules of mailboxes that are on, in their order. */
async function activeRules(
  db: ReadQueries<Tables>,
  mailboxIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ActiveRule[]>> {
  if (mailboxIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail_rules')
    .select(['mailbox_id', 'match', 'conditions', 'actions'])
    .where('mailbox_id', 'in', [...mailboxIds])
    .where('is_on', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(mailLimits.rules * mailboxIds.length)
    .execute()
  return Map.groupBy(rows, (row) => row.mailbox_id)
}

/** The folder that an email is in after its rules, and the forwards that they chose. */
export type Ruled = Pick<RuleOutcome, 'forwardIds'> & { readonly folder: Folder }

/**
 * Applies the rules of their mailboxes to new emails, as a part of the transaction that stores them. Spam stays where it is.
 * @returns the outcomes, in order
 */
export async function applyRules(
  tx: Queries<Tables>,
  emails: readonly (RuledEmail & { readonly facts: RuleFacts })[],
): Promise<readonly Ruled[]> {
  const inboxes = emails.filter(({ folder }) => folder === 'inbox').map(({ mailboxId }) => mailboxId)
  const rules = await activeRules(tx, [...new Set(inboxes)])
  const ruled: Ruled[] = []
  for (const email of emails) {
    const outcome = runRules(email.folder === 'inbox' ? (rules.get(email.mailboxId) ?? []) : [], email.facts)
    await change(tx, email, outcome)
    ruled.push({ folder: outcome.folder ?? email.folder, forwardIds: outcome.forwardIds })
  }
  return ruled
}

/** Labels, moves and marks an email. */
export async function change(tx: Queries<Tables>, email: RuledEmail, outcome: RuleOutcome): Promise<void> {
  const { labelIds, folder = email.folder } = outcome
  const isRead = email.isRead || outcome.isRead
  // A label may be gone, which changes no rule.
  const labels = [...(await labelsAmong(tx, labelIds))].slice(0, mailLimits.labelsOfEmail)
  const { id, mailboxId, receivedAt } = email
  await addLabels(tx, [{ id, mailbox_id: mailboxId, received_at: receivedAt, folder, is_read: isRead }], labels)
  if (folder === email.folder && isRead === email.isRead) return
  await tx.updateTable('mail_emails').set({ folder, is_read: isRead }).where('id', '=', id).execute()
  await updateLabeled(tx, [id], { folder, isRead })
  const changes = new CountChanges()
  changes.take({ mailboxId, folder: email.folder, isRead: email.isRead })
  changes.add({ mailboxId, folder, isRead })
  await applyCounts(tx, changes)
}
