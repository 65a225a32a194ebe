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

export type Feature = z.infer<typeof FeatureOut>

export const listFeatures = defineEndpoint({
  pattern: 'GET /api/features',
  input: nothing,
  output: z.array(FeatureOut),
  summary: 'List what this workspace can switch on and off',
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
