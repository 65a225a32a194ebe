import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { readStatistics } from './clicks.ts'

const TopLinkOut = z.object({
  id: z.string(),
  name: z.string().check(z.describe('Its host and slug.')),
  title: z.string(),
  clicks: z.int(),
})

/** A link with its clicks in some days. */
export type TopLink = z.infer<typeof TopLinkOut>

export const listTopLinks = defineEndpoint({
  pattern: 'GET /api/x/links/top',
  input: z.omit(readStatistics.input, { linkId: true }),
  output: z.object({ items: z.array(TopLinkOut) }),
  summary: 'List the five links with the most clicks in some days',
  mcp: { name: 'top', description: 'Lists the five short links with the most clicks in some days.' },
})
