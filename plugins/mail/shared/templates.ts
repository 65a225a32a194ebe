import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { Subject } from './recipients.ts'
import { writingLimits } from './writing-limits.ts'

/** Languages that a template can have. */
export const templateLanguages = ['en', 'zh'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

const isBody = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const Variant = z.strictObject({
  subject: Subject.check(z.minLength(1), z.describe('On one line; may have variables such as {{name}}.')),
  text: z
    .string()
    .check(
      z.maxLength(writingLimits.templateText),
      z.refine(isBody, 'Remove the invisible characters.'),
      z.describe('The plain text; may have variables.'),
    ),
  html: z.nullable(
    z
      .string()
      .check(
        z.maxLength(writingLimits.templateHtml),
        z.refine(isBody, 'Remove the invisible characters.'),
        z.describe('HTML whose variables are escaped; null to make it from the text.'),
      ),
  ),
})

/** The texts of a template in one language. */
export type TemplateVariant = z.infer<typeof Variant>

const fields = {
  slug: z
    .string()
    .check(
      z.maxLength(writingLimits.templateKey),
      z.regex(/^[a-z](?:-?[a-z0-9]){0,39}$/, 'Use lower-case letters, digits and single hyphens.'),
      z.describe('The name by which programs send it, unique in the workspace.'),
    ),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(writingLimits.templateName),
      z.refine(isDisplayName, displayNameComplaint.en),
      z.describe('For lists.'),
    ),
  en: z.nullable(Variant).check(z.describe('The English variant; null for none.')),
  zh: z.nullable(Variant).check(z.describe('The Chinese variant; null for none.')),
}

const VariantOut = z.object({ subject: z.string(), text: z.string(), html: z.nullable(z.string()) })

const listed = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  languages: z.array(z.enum(templateLanguages)),
  variables: z.array(z.string()).check(z.describe('Names of the variables of all variants.')),
  updatedAt: z.string(),
}

const TemplateItem = z.object(listed)
const TemplateOut = z.object({ ...listed, en: z.nullable(VariantOut), zh: z.nullable(VariantOut) })

/** A template as a list shows it. */
export type TemplateItem = z.infer<typeof TemplateItem>

/** A template with its texts. */
export type Template = z.infer<typeof TemplateOut>

const example: TemplateItem = {
  id: 'mailtemplate_01h455vb4pex5vsknk084sn02q',
  slug: 'order-shipped',
  name: 'Order shipped',
  languages: ['en'],
  variables: ['name', 'number'],
  updatedAt: '2026-01-31T08:15:00.000Z',
}

export const listTemplates = defineEndpoint({
  pattern: 'GET /api/x/mail/templates',
  input: listInput({ sort: ['name'] }),
  output: pageOf(TemplateItem),
  summary: 'List the email templates of this workspace',
  mcp: { name: 'templates', description: 'Lists the email templates of this workspace with their variables.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readTemplate = defineEndpoint({
  pattern: 'GET /api/x/mail/templates/{id}',
  input: nothing,
  output: TemplateOut,
  summary: 'Read an email template',
})

export const createTemplate = defineEndpoint({
  pattern: 'POST /api/x/mail/templates',
  input: z.strictObject(fields),
  output: TemplateOut,
  status: 201,
  role: 'admin',
  bodyLimit: writingLimits.body,
  audit: 'mail_template.created',
  summary: 'Create an email template',
  errors: ['conflict'],
})

export const changeTemplate = defineEndpoint({
  pattern: 'PUT /api/x/mail/templates/{id}',
  input: z.strictObject(fields),
  output: TemplateOut,
  role: 'admin',
  bodyLimit: writingLimits.body,
  audit: 'mail_template.changed',
  summary: 'Replace an email template',
  errors: ['conflict'],
})

export const deleteTemplate = defineEndpoint({
  pattern: 'DELETE /api/x/mail/templates/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'mail_template.deleted',
  summary: 'Delete an email template',
})

const filled = {
  language: z.enum(templateLanguages).check(z.describe('The variant.')),
  variables: z
    .record(
      z.string().check(z.maxLength(writingLimits.variableName)),
      z.string().check(z.maxLength(writingLimits.variableValue)),
    )
    .check(z.describe('Values of its variables, by name.')),
}

export const previewTemplate = defineEndpoint({
  pattern: 'POST /api/x/mail/templates/{id}/preview',
  input: z.strictObject(filled),
  bodyLimit: writingLimits.body,
  output: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  audit: false,
  changes: false,
  summary: 'Fill in a template without sending it',
  description: 'Variables without a value show their name.',
})

export const testTemplate = defineEndpoint({
  pattern: 'POST /api/x/mail/templates/{id}/test',
  input: z.strictObject({
    ...filled,
    mailboxId: z.string().check(z.minLength(1), z.maxLength(60), z.describe('The mailbox to send from.')),
  }),
  bodyLimit: writingLimits.body,
  output: z.object({ emailId: z.string(), to: z.string().check(z.describe('Your own address.')) }),
  status: 202,
  audit: 'mail_template.tested',
  summary: 'Send a template to your own address',
  errors: ['conflict', 'overloaded', 'service_unavailable'],
})
