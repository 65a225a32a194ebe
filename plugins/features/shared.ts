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
  pluginNames: z.array(z.string()).check(z.describe('The plugins that it switches.')),
  health: z.enum(['ok', 'degraded', 'down']),
})

/** A plugin of a feature, with what it adds to a workspace. */
const FeaturePlugin = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  health: z.enum(['ok', 'degraded', 'down']),
  healthDetail: z.optional(z.string()),
  healthCause: z
    .optional(z.enum(['start', 'paused', 'check']))
    .check(
      z.describe('What the host itself has found: its start failed, its work is paused, its health gave no answer.'),
    ),
  healthSince: z.optional(z.string()),
  pages: z
    .array(z.object({ path: z.string(), label: z.string() }))
    .check(z.describe('Pages, below the address of the product.')),
  routes: z.array(z.object({ pattern: z.string(), audience: z.string() })),
  tables: z.array(z.string()),
  permissions: z.array(z.object({ name: z.string(), title: z.string(), role: z.string() })),
  events: z.array(z.string()),
  jobs: z.array(z.string()),
  notices: z.array(z.string()),
  services: z.array(z.string()),
  settings: z
    .nullable(z.string())
    .check(z.describe('Where its settings of the workspace are, below `/settings`; null when it has none.')),
})

const FeatureDetailsOut = z.extend(FeatureOut, { plugins: z.array(FeaturePlugin) })

export type Feature = z.infer<typeof FeatureOut>
export type FeatureDetails = z.infer<typeof FeatureDetailsOut>
export type FeaturePlugin = z.infer<typeof FeaturePlugin>

/** The feature that the examples show. */
const exampleFeature: Feature = {
  key: 'webhooks',
  title: 'Webhooks',
  description: 'Tells other systems what happens here',
  icon: 'webhook',
  category: 'Workspace',
  enabled: true,
  core: false,
  requires: [],
  requiredBy: [],
  pluginNames: ['webhooks'],
  health: 'ok',
}

export const listFeatures = defineEndpoint({
  pattern: 'GET /api/features',
  input: nothing,
  output: z.array(FeatureOut),
  summary: 'List what this workspace can switch on and off',
  mcp: {
    name: 'list',
    description:
      'Lists the features of this workspace with whether each is on, what it needs and how it does. Use it to learn what the workspace can do, and before switching anything.',
  },
  examples: [
    {
      input: undefined,
      output: [exampleFeature],
    },
  ],
})

export const readFeature = defineEndpoint({
  pattern: 'GET /api/features/{key}',
  input: nothing,
  output: FeatureDetailsOut,
  role: 'admin',
  summary: 'Read what a feature adds, and how its plugins do',
  mcp: {
    name: 'read',
    description:
      'Reads what one feature adds to the workspace: pages, events, permissions and the health of its plugins. Takes the key that the list of features gives.',
  },
})

export const switchFeature = defineEndpoint({
  pattern: 'PUT /api/features/{key}',
  input: z.strictObject({ enabled: z.boolean().check(z.describe('Whether it is on afterwards.')) }),
  output: z.array(FeatureOut),
  role: 'admin',
  audit: false,
  changes: ['/api/menus', '/api/actions', '/api/badges'],
  summary: 'Switch a feature on or off',
  description: 'Switching on takes the features that it requires along. Answers with the whole list as it is then.',
  errors: ['conflict', 'feature_required'],
  mcp: {
    name: 'switch',
    description:
      'Switches a feature of this workspace on or off for all of its members. Switching on takes what it requires along; a feature that others need is refused with their names.',
    approval: true,
  },
  examples: [
    {
      input: { enabled: true },
      output: [exampleFeature],
    },
  ],
})
