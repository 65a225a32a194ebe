import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin'

/** What the admins of a workspace say of its agents. */
export const approvalSettings = defineSettings({
  id: 'agent-approvals',
  title: 'Approval period',
  icon: 'clock',
  schema: z.strictObject({
    /** How many days a call waits for somebody's word. */
    approvalDays: z._default(z.int().check(z.gte(1), z.lte(30)), 7),
  }),
  toJSONSchema: z.toJSONSchema,
})
