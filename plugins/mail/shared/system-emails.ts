/** Texts of the emails that the host sends by itself, for instance admins and, of some emails, for admins of a workspace. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { templateLanguages } from './templates.ts'

/** Characters of the parts of a text. */
export const systemEmailLimits = Object.freeze({ subject: 200, part: 2_000, button: 60 })

const textOf = (most: number, description: string) => z.string().check(z.maxLength(most), z.describe(description))

const texts = {
  subject: textOf(systemEmailLimits.subject, 'On one line; may have variables such as {{workspace}}.'),
  before: textOf(systemEmailLimits.part, 'Paragraphs before the button; may have variables.'),
  button: textOf(systemEmailLimits.button, 'The label of the button with the link.'),
  after: textOf(systemEmailLimits.part, 'Paragraphs after the button; may have variables.'),
}

const Texts = z.strictObject(texts)

/** The text of an email in one language. */
export type SystemEmailTexts = z.infer<typeof Texts>

const TextsOut = z.object({ subject: z.string(), before: z.string(), button: z.string(), after: z.string() })
const VariantOut = z.object({
  usual: TextsOut.check(z.describe('The text that it has unless another one is written.')),
  own: z.nullable(TextsOut).check(z.describe('The text that was written; null for the usual one.')),
})

const SystemEmailOut = z.object({
  key: z.string(),
  title: z.string(),
  variables: z.array(z.object({ name: z.string(), title: z.string(), example: z.string(), isRequired: z.boolean() })),
  en: VariantOut,
  zh: VariantOut,
})

/** An email that the host sends by itself. */
export type SystemEmail = z.infer<typeof SystemEmailOut>

const list = { input: nothing, output: z.object({ items: z.array(SystemEmailOut) }) }
const preview = {
  input: Texts,
  output: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  audit: false as const,
  changes: false as const,
}
const test = {
  input: Texts,
  output: z.object({ to: z.string().check(z.describe('Your own address.')) }),
  status: 202 as const,
  errors: ['not_found', 'too_many_requests', 'service_unavailable'] as const,
}

export const listSystemEmails = defineEndpoint({
  pattern: 'GET /api/x/mail/system-emails',
  ...list,
  role: 'admin',
  summary: 'List the emails of the host whose text this workspace may write',
})

export const saveSystemEmail = defineEndpoint({
  pattern: 'PUT /api/x/mail/system-emails/{key}/{language}',
  input: Texts,
  output: nothing,
  role: 'admin',
  audit: 'system_email.changed',
  summary: 'Write the text of an email for this workspace',
  errors: ['not_found'],
})

export const resetSystemEmail = defineEndpoint({
  pattern: 'DELETE /api/x/mail/system-emails/{key}/{language}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'system_email.reset',
  summary: 'Return to the text of the instance',
  errors: ['not_found'],
})

export const previewSystemEmail = defineEndpoint({
  pattern: 'POST /api/x/mail/system-emails/{key}/{language}/preview',
  ...preview,
  role: 'admin',
  summary: 'Fill in the text of an email with examples',
  errors: ['not_found'],
})

export const testSystemEmail = defineEndpoint({
  pattern: 'POST /api/x/mail/system-emails/{key}/{language}/test',
  ...test,
  role: 'admin',
  audit: 'system_email.tested',
  summary: 'Send the text of an email with examples to your own address',
})

export const listInstanceEmails = defineEndpoint({
  pattern: 'GET /api/x/mail/instance/emails',
  ...list,
  audience: 'instance',
  summary: 'List the emails that this instance sends by itself',
})

export const saveInstanceEmail = defineEndpoint({
  pattern: 'PUT /api/x/mail/instance/emails/{key}/{language}',
  input: Texts,
  output: nothing,
  audience: 'instance',
  audit: 'system_email.changed',
  summary: 'Write the text of an email for all workspaces',
  errors: ['not_found'],
})

export const resetInstanceEmail = defineEndpoint({
  pattern: 'DELETE /api/x/mail/instance/emails/{key}/{language}',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'system_email.reset',
  summary: 'Return to the usual text of an email',
  errors: ['not_found'],
})

export const previewInstanceEmail = defineEndpoint({
  pattern: 'POST /api/x/mail/instance/emails/{key}/{language}/preview',
  ...preview,
  audience: 'instance',
  summary: 'Fill in the text of an email of the instance with examples',
  errors: ['not_found'],
})

export const testInstanceEmail = defineEndpoint({
  pattern: 'POST /api/x/mail/instance/emails/{key}/{language}/test',
  ...test,
  audience: 'instance',
  audit: 'system_email.tested',
  summary: 'Send the text of an email of the instance with examples to your own address',
})

export const isTemplateLanguage = (text: string): text is (typeof templateLanguages)[number] =>
  templateLanguages.some((each) => each === text)
