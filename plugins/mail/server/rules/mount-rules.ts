import { applyRule, changeRule, createRule, deleteRule, listRules, orderRules, tryRule } from '../../shared.ts'
import { requireReadable } from '../mailboxes/access.ts'
import { requireOpenMailbox } from '../mailboxes/mailboxes-quota.ts'
import type { MailMux, Parts } from '../parts.ts'
import { addRule, orderRulesOf, removeRule, replaceRule, requireRule, rulesOf } from './change-rules.ts'
import { matchesRule } from './match-rule.ts'
import { applyRuleJob } from './rule-job.ts'
import { factsOf, selectFacts } from './stored-facts.ts'

/** Emails that a rule is tried on. */
const tried = 100

/** Routes of rules. Members of a mailbox change them, whatever their role. */
export function mountRules(mux: MailMux, parts: Pick<Parts, 'ctx' | 'jobs'>): void {
  const { jobs } = parts
  mux.endpoint(listRules, async ({ db, userId, params }) => {
    await requireReadable(db, userId, params.id)
    return { items: await rulesOf(db, params.id) }
  })
  mux.endpoint(createRule, async (scope) => {
    await requireReadable(scope.db, scope.userId, scope.params.id)
    await requireOpenMailbox(parts, scope, scope.params.id)
    return await addRule(scope, scope.params.id, scope.input)
  })
  mux.endpoint(changeRule, async (scope) => {
    const { mailboxId } = await requireRule(scope.db, scope.userId, scope.params.id)
    await requireOpenMailbox(parts, scope, mailboxId)
    return await replaceRule(scope, scope.params.id, scope.input)
  })
  mux.endpoint(deleteRule, (scope) => removeRule(scope, scope.params.id))
  mux.endpoint(orderRules, async (scope) => {
    await requireReadable(scope.db, scope.userId, scope.params.id)
    await requireOpenMailbox(parts, scope, scope.params.id)
    return await orderRulesOf(scope, scope.params.id, scope.input.ids)
  })
  mux.endpoint(tryRule, async ({ db, userId, params, input: { match = 'all', conditions } }) => {
    await requireReadable(db, userId, params.id)
    const rows = await selectFacts(db, params.id).orderBy('mail_emails.received_at', 'desc').limit(tried).execute()
    const found = rows.filter((row) => matchesRule({ match, conditions }, factsOf(row)))
    const items = found.map(({ id, subject, sender, received_at: receivedAt }) => {
      return { id, subject, from: sender?.address ?? '', receivedAt }
    })
    return { checked: rows.length, items }
  })
  mux.endpoint(applyRule, async ({ db, orgId, userId, params: { id }, audit }) => {
    const rule = await requireRule(db, userId, id)
    audit.describe({ target: `mail rule:${id}`, after: { name: rule.name } })
    return { jobId: await jobs.enqueue(orgId, applyRuleJob, { id }, { uniqueKey: id }) }
  })
}
