import * as z from 'zod/mini'
import * as platform from '@host/platform-api/help'
import { schemasWith } from '@host/platform-api/schemas-with'
import { helpSearchLimits } from '@host/plugin/wire'

const withSchemas = schemasWith(z.toJSONSchema)

const ListInput = z.strictObject({
  q: z
    .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(helpSearchLimits.query)))
    .check(z.describe('Words that a page holds, in either language.')),
  lang: z.optional(z.enum(['en', 'zh'])).check(z.describe("The caller's when left out.")),
})

const ListedPage = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.enum(['start', 'operations', 'infrastructure', 'commerce', 'settings', 'licensing']),
  order: z.number(),
  plugin: z.string(),
  /** The place of the text that a search found, as plain text. */
  excerpt: z.optional(z.string()),
})

export type ListedHelpPage = z.infer<typeof ListedPage>

export const listHelpPages = withSchemas(platform.listHelpPages, {
  input: ListInput,
  output: z.object({ items: z.array(ListedPage) }),
})

const ReadPage = z.object({
  slug: z.string(),
  title: z.string(),
  language: z.enum(['en', 'zh']).check(z.describe('English where the page is not translated.')),
  html: z.string().check(z.describe('The page without its title, as safe HTML for the style sheet.')),
  styleSheet: z.string().check(z.describe('The path of the style sheet.')),
})

export type ReadHelpPage = z.infer<typeof ReadPage>

export const readHelpPage = withSchemas(platform.readHelpPage, {
  input: z.strictObject({ lang: ListInput.shape.lang }),
  output: ReadPage,
})
