import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin'

/** The limits that instance admins set for workspaces. */
export const workspaceLimits = defineSettings({
  id: 'workspace-limits',
  title: 'Workspace limits',
  icon: 'ruler',
  schema: z.strictObject({
    /** How many workspaces one person may own; instance admins are exempt. */
    ownedPerPerson: z._default(z.int().check(z.gte(1), z.lte(10_000)), 20),
  }),
  toJSONSchema: z.toJSONSchema,
})
