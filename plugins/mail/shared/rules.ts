import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { targetFolders } from './folders.ts'
import { mailLimits } from './limits.ts'

/** Texts of an email that a condition compares. */
export const ruleFields = ['from', 'to', 'subject', 'list'] as const
export const ruleComparisons = ['contains', 'equals'] as const
export const ruleMatches = ['all', 'any'] as const

const Id = z.string().check(z.minLength(1), z.maxLength(60))

const Condition = z.discriminatedUnion('field', [
  z.strictObject({
    field: z
      .enum(ruleFields)
      .check(z.describe('`from`, `to` with `Cc`, `subject`, or `list`: the ID of a mailing list (`List-Id`).')),
    comparison: z.enum(ruleComparisons),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(mailLimits.conditionText),
        z.describe('Plain text; case is ignored.'),
      ),
    isNot: z.optional(z.boolean()).check(z.describe('Holds where the comparison does not.')),
  }),
  z.strictObject({
    field: z.literal('attachment'),
    isNot: z.optional(z.boolean()).check(z.describe('Holds for emails without attachments.')),
  }),
])

/** A condition of a rule. */
export type RuleCondition = z.infer<typeof Condition>

const Actions = z.strictObject({
  labelIds: z.optional(z.array(Id).check(z.maxLength(5))).check(z.describe('IDs of labels that the email gets.')),
  folder: z.optional(z.enum(targetFolders)).check(z.describe('Moves the email to this folder.')),
  markRead: z.optional(z.boolean()).check(z.describe('Marks the email as read.')),
  forwardIds: z
    .optional(z.array(Id).check(z.maxLength(5)))
    .check(z.describe('IDs of confirmed addresses of the mailbox to which the email is forwarded.')),
  stop: z.optional(z.boolean()).check(z.describe('Runs no later rule for the email.')),
})

/** The actions of a rule. */
export type RuleActions = z.infer<typeof Actions>

const fields = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(mailLimits.mailboxName),
      z.refine(isDisplayName, displayNameComplaint.en),
    ),
  isOn: z.boolean(),
  match: z.enum(ruleMatches).check(z.describe('Whether all conditions must hold, or one of them.')),
  conditions: z.array(Condition).check(z.minLength(1), z.maxLength(mailLimits.conditions)),
  actions: Actions,
}

export const MailRuleOut = z.object({ id: z.string(), mailboxId: z.string(), ...fields })

/** A rule of a mailbox. */
export type MailRule = z.infer<typeof MailRuleOut>

const given = {
  name: fields.name,
  isOn: z.optional(fields.isOn).check(z.describe('True when left out.')),
  match: z.optional(fields.match).check(z.describe('Whether all conditions must hold, which is usual, or one.')),
  conditions: fields.conditions,
  actions: fields.actions,
}

const example: MailRule = {
  id: 'mailrule_01h455vb4pex5vsknk084sn02q',
  mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
  name: 'Newsletters',
  isOn: true,
  match: 'all',
  conditions: [{ field: 'list', comparison: 'contains', text: 'news.example.org' }],
  actions: { folder: 'archive', markRead: true, stop: true },
}

const { id: _id, mailboxId: _mailboxId, ...input } = example

export const listRules = defineEndpoint({
  pattern: 'GET /api/x/mail/mailboxes/{id}/rules',
  input: nothing,
  output: z.object({ items: z.array(MailRuleOut) }),
  summary: 'List the rules of a mailbox in their order',
  examples: [{ input: undefined, output: { items: [example] } }],
})

export const createRule = defineEndpoint({
  pattern: 'POST /api/x/mail/mailboxes/{id}/rules',
  input: z.strictObject(given),
  output: MailRuleOut,
  status: 201,
  audit: 'mail_rule.created',
  support: false,
  summary: 'Add a rule after the others of a mailbox',
  errors: ['not_found', 'conflict', 'quota_exceeded'],
  examples: [{ input, output: example }],
})

export const changeRule = defineEndpoint({
  pattern: 'PUT /api/x/mail/rules/{id}',
  input: z.strictObject(given),
  output: MailRuleOut,
  audit: 'mail_rule.updated',
  support: false,
  summary: 'Replace a rule; its place stays',
  errors: ['not_found', 'quota_exceeded'],
})

export const deleteRule = defineEndpoint({
  pattern: 'DELETE /api/x/mail/rules/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_rule.deleted',
  summary: 'Delete a rule',
})

export const orderRules = defineEndpoint({
  pattern: 'PUT /api/x/mail/mailboxes/{id}/rules/order',
  input: z.strictObject({
    ids: z.array(Id).check(z.maxLength(mailLimits.rules), z.describe('All rules of the mailbox in their new order.')),
  }),
  output: z.object({ items: z.array(MailRuleOut) }),
  audit: 'mail_rule.ordered',
  summary: 'Change the order of the rules of a mailbox',
  errors: ['conflict', 'quota_exceeded'],
})

export const tryRule = defineEndpoint({
  pattern: 'POST /api/x/mail/mailboxes/{id}/rules/try',
  input: z.strictObject({ match: given.match, conditions: given.conditions }),
  output: z.object({
    checked: z.int().check(z.describe('How many of the last emails were compared, 100 at most.')),
    items: z.array(
      z.object({
        id: z.string(),
        subject: z.string().check(z.describe('Untrusted text of the sender.')),
        from: z.string().check(z.describe('The address that the email states, or an empty text.')),
        receivedAt: z.string(),
      }),
    ),
  }),
  audit: false,
  changes: false,
  summary: 'Find which of the last 100 received emails match conditions; nothing is changed',
})

export const applyRule = defineEndpoint({
  pattern: 'POST /api/x/mail/rules/{id}/apply',
  input: z.strictObject({}),
  output: z.object({ jobId: z.string() }),
  status: 202,
  audit: 'mail_rule.applied',
  summary: 'Apply a rule to the emails that are in the inbox already; nothing is forwarded',
})
