import * as z from 'zod/mini'
import * as platform from '@host/platform-api/features'
import { schemasWith } from '@host/platform-api/schemas-with'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const withSchemas = schemasWith(z.toJSONSchema)

/** Endpoints that change something write no audit entry themselves: the host services do, for every caller. */
const FeatureOut = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  category: z.string(),
  enabled: z.boolean(),
  core: z.boolean(),
  requires: z.array(z.string()),
  requiredBy: z.array(z.string()),
  pluginNames: z.array(z.string()).check(z.describe('The plugins the feature switches on or off.')),
  health: z.enum(['ok', 'degraded', 'down']),
})

/** A plugin of a feature, with its contributions to a workspace. */
const FeaturePlugin = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  health: z.enum(['ok', 'degraded', 'down']),
  healthDetail: z.optional(z.string()),
  healthCause: z
    .optional(z.enum(['start', 'paused', 'check']))
    .check(z.describe('The cause the host found: a failed start, paused work or a failed health check.')),
  healthSince: z.optional(z.string()),
  pages: z
    .array(z.object({ path: z.string(), label: z.string() }))
    .check(z.describe('Pages, relative to the base URL.')),
  permissions: z.array(z.object({ name: z.string(), title: z.string(), role: z.string() })),
  events: z.array(z.string()),
  notices: z.array(z.string()),
  help: z.array(z.object({ slug: z.string(), title: z.string() })),
  settings: z
    .nullable(z.string())
    .check(z.describe('Path of its workspace settings under `/settings`; null if it has none.')),
})

const FeatureDetailsOut = z.extend(FeatureOut, { plugins: z.array(FeaturePlugin) })

export type Feature = z.infer<typeof FeatureOut>
export type FeatureDetails = z.infer<typeof FeatureDetailsOut>
export type FeaturePlugin = z.infer<typeof FeaturePlugin>

export const listFeatures = withSchemas(platform.listFeatures, {
  input: nothing,
  output: z.array(FeatureOut),
})

export const readFeature = defineEndpoint({
  pattern: 'GET /api/features/{key}',
  input: nothing,
  output: FeatureDetailsOut,
  role: 'admin',
  summary: 'Get the contents of a feature and the health of its plugins',
  mcp: {
    name: 'read',
    description:
      'Gets the pages, events and permissions of one feature and the health of its plugins. Takes a key from the list of features.',
  },
})

export const switchFeature = withSchemas(platform.switchFeature, {
  input: z.strictObject({
    enabled: z.boolean().check(z.describe('True to switch the feature on, false to switch it off.')),
  }),
  output: z.array(FeatureOut),
})
