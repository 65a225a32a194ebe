import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

/** Those that change something write no audit entry by themselves: the services of the host do, whoever asks them. */
const defineEndpoint = endpointsWith(z.toJSONSchema)

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
  health: z.enum(['ok', 'degraded', 'down']),
})

/** A plugin of a feature, with what it adds to a workspace. */
const FeaturePlugin = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  health: z.enum(['ok', 'degraded', 'down']),
  healthDetail: z.optional(z.string()),
  /** What the host itself has found: its start failed, its work is paused, its health gave no answer. */
  healthCause: z.optional(z.enum(['start', 'paused', 'check'])),
  healthSince: z.optional(z.string()),
  /** Pages, below the address of the product. */
  pages: z.array(z.object({ path: z.string(), label: z.string() })),
  routes: z.array(z.object({ pattern: z.string(), audience: z.string() })),
  tables: z.array(z.string()),
  permissions: z.array(z.object({ name: z.string(), title: z.string(), role: z.string() })),
  events: z.array(z.string()),
  jobs: z.array(z.string()),
  notices: z.array(z.string()),
  services: z.array(z.string()),
  /** Where its settings of the workspace are, below `/settings`; null when it has none. */
  settings: z.nullable(z.string()),
})

const FeatureDetailsOut = z.extend(FeatureOut, { plugins: z.array(FeaturePlugin) })

export type Feature = z.infer<typeof FeatureOut>
export type FeatureDetails = z.infer<typeof FeatureDetailsOut>
export type FeaturePlugin = z.infer<typeof FeaturePlugin>

export const listFeatures = defineEndpoint({
  pattern: 'GET /api/features',
  input: nothing,
  output: z.array(FeatureOut),
  summary: 'List what this workspace can switch on and off',
})

export const readFeature = defineEndpoint({
  pattern: 'GET /api/features/{key}',
  input: nothing,
  output: FeatureDetailsOut,
  role: 'admin',
  summary: 'Read what a feature adds, and how its plugins do',
})

export const switchFeature = defineEndpoint({
  pattern: 'PUT /api/features/{key}',
  input: z.strictObject({ enabled: z.boolean() }),
  output: z.array(FeatureOut),
  role: 'admin',
  audit: false,
  changes: ['/api/menus', '/api/actions', '/api/badges'],
  summary: 'Switch a feature on or off',
  description: 'Switching on takes the features that it requires along. Answers with the whole list as it is then.',
})
