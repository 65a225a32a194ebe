import * as z from 'zod/mini'
import { helpSearchLimits } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** The most search results returned to an agent, in pages of help. */
export const mostNamed = 20

export const searchHelp = defineEndpoint({
  pattern: 'GET /api/mcp/help',
  input: z.strictObject({
    query: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(helpSearchLimits.query))
      .check(z.describe('Words to search for, in English or Chinese.')),
  }),
  output: z.object({
    items: z.array(
      z.object({
        uri: z.string().check(z.describe('The resource that has the whole page.')),
        title: z.string(),
        excerpt: z.string(),
      }),
    ),
  }),
  permission: 'mcp.use',
  mcp: {
    name: 'search_help',
    description:
      'Search the help of this product, in English and Chinese. Use it first when you do not know how to do something. The whole page is the resource that a result names.',
  },
  summary: 'Search the help pages of enabled features',
})
