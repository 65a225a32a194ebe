import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'

/** Text that an address can have; half of a character can't be encoded. */
const value = (text: string) =>
  z._default(
    z.string().check(
      z.trim(),
      z.maxLength(linkLimits.utmValue),
      z.refine((given) => given.isWellFormed() && !/\p{Cc}/u.test(given), 'Remove the invisible characters.'),
      z.describe(text),
    ),
    '',
  )

const fields = {
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(linkLimits.utmName),
    z.refine((name) => isDisplayName(name), displayNameComplaint.en),
    z.describe('Unique in the workspace.'),
  ),
  source: value('The value of `utm_source`, such as newsletter; empty for none.'),
  medium: value('The value of `utm_medium`, such as email; empty for none.'),
  campaign: value('The value of `utm_campaign`; empty for none.'),
  term: value('The value of `utm_term`; empty for none.'),
  content: value('The value of `utm_content`; empty for none.'),
}

const TemplateOut = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  term: z.string(),
  content: z.string(),
})

/** UTM parameters under a name. */
export type UtmTemplate = z.infer<typeof TemplateOut>

const values = { source: 'newsletter', medium: 'email', campaign: 'autumn', term: '', content: '' }
const example: UtmTemplate = { id: 'utmtemplate_01h455vb4pex5vsknk084sn02q', name: 'Newsletter', ...values }

export const listUtmTemplates = defineEndpoint({
  pattern: 'GET /api/x/links/utm-templates',
  input: nothing,
  output: z.object({ items: z.array(TemplateOut) }),
  summary: 'List the UTM templates of this workspace, at most 100',
  mcp: { name: 'utm_templates', description: 'Lists the UTM templates of this workspace, by name.' },
  examples: [{ input: undefined, output: { items: [example] } }],
})

export const createUtmTemplate = defineEndpoint({
  pattern: 'POST /api/x/links/utm-templates',
  input: z.strictObject(fields),
  output: TemplateOut,
  status: 201,
  audit: 'link.utm_template_created',
  summary: 'Create a UTM template',
  errors: ['conflict'],
  examples: [{ input: { name: 'Newsletter', ...values }, output: example }],
})

export const changeUtmTemplate = defineEndpoint({
  pattern: 'PUT /api/x/links/utm-templates/{id}',
  input: z.strictObject(fields),
  output: TemplateOut,
  audit: 'link.utm_template_changed',
  summary: 'Replace a UTM template; links keep their targets',
  errors: ['conflict'],
})

export const deleteUtmTemplate = defineEndpoint({
  pattern: 'DELETE /api/x/links/utm-templates/{id}',
  input: nothing,
  output: nothing,
  audit: 'link.utm_template_deleted',
  summary: 'Delete a UTM template; links keep their targets',
})
