import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin'

/** Agent settings of a workspace. */
export const approvalSettings = defineSettings({
  id: 'agent-approvals',
  title: 'Approval period',
  icon: 'clock',
  schema: z.strictObject({
    /** Days until an undecided call expires. */
    approvalDays: z._default(z.int().check(z.gte(1), z.lte(30)), 7),
  }),
  toJSONSchema: z.toJSONSchema,
})
