import * as z from 'zod/mini'
import { defineEndpoint } from '../shared/schemas.ts'

/** The route of the account's plugin; plugins do not import each other, and its name is fixed. */
export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  input: z.strictObject({ workspaceId: z.string() }),
  output: z.unknown(),
  audience: 'user',
  session: 'required',
  audit: false,
  summary: 'Continue in another workspace',
})
