import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const Change = z.object({
  kind: z.string().check(z.describe('Kind of part, such as `route`, `column` or `scope`.')),
  name: z.string(),
  path: z.optional(z.string()).check(z.describe('Place inside the part; left out where the whole part is meant.')),
  change: z.enum(['added', 'removed', 'changed']),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  isBreaking: z.boolean(),
})

const Plugin = z.object({
  name: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  requiredVersion: z
    .nullable(z.string())
    .check(z.describe('Least version that the breaking changes need; null where the version says so.')),
  changes: z.array(Change).check(z.describe('Breaking changes first.')),
})

const Check = z.object({
  checkedAt: z.string(),
  present: z.string().check(z.describe('Version that was running.')),
  next: z.string().check(z.describe('Version that was tried.')),
  isInstalled: z.boolean().check(z.describe('Whether the build that was tried is the running one now.')),
  failure: z.nullable(z.string()).check(z.describe('Why it must not take over; null where it can.')),
  statements: z.nullable(z.int()).check(z.describe('Changes of the database; null where it did not come that far.')),
  unsafe: z.array(z.string()).check(z.describe('Statements that need all processes stopped first.')),
  wayBack: z.nullable(z.string()).check(z.describe('Why only a restore leads back; null where a start does.')),
  added: z.array(z.string()).check(z.describe('Plugins of the new build alone.')),
  removed: z.array(z.string()).check(z.describe('Plugins of the present build alone.')),
  plugins: z.nullable(z.array(Plugin)).check(z.describe('Changed plugins; null where they are unknown.')),
  left: z.int().check(z.describe('Number of changes left out.')),
})

export type UpgradeCheckOut = z.infer<typeof Check>
export type UpgradedPluginOut = z.infer<typeof Plugin>
export type UpgradeChangeOut = z.infer<typeof Change>

export const readUpgradeCheck = defineEndpoint({
  pattern: 'GET /api/instance/upgrade-check',
  input: nothing,
  output: z.object({ check: z.nullable(Check) }),
  audience: 'instance',
  summary: 'Get the last check of an upgrade',
  description: 'Stored by `host upgrade --check`. Null before the first check.',
})
