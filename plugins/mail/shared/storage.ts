import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const StorageOut = z.object({
  used: z.number().check(z.describe('Bytes of all emails and files of drafts, at most a minute old.')),
  limit: z.nullable(z.number()).check(z.describe('Bytes; null without a limit. No email is received beyond it.')),
})

export const readStorage = defineEndpoint({
  pattern: 'GET /api/x/mail/storage',
  input: nothing,
  output: StorageOut,
  role: 'admin',
  summary: 'Read how many bytes of mail this workspace stores, and how many it may',
  examples: [{ input: undefined, output: { used: 734_003_200, limit: 5_368_709_120 } }],
})
