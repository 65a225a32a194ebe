import { defineEndpoint, nothing, type FeatureEntry } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A feature of the workspace. */
export interface Feature extends FeatureEntry {
  /** The plugins that it switches on or off. */
  readonly pluginNames: readonly string[]
}

/** The feature that the examples show. */
const exampleFeature: Feature = {
  key: 'webhooks',
  title: 'Webhooks',
  description: 'Send signed events to your server',
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
  output: typed<readonly Feature[]>(),
  summary: 'List the features of this workspace',
  mcp: {
    name: 'list',
    description:
      'Lists the features of this workspace with their state, requirements and health. Use it to find out what the workspace can do, and before you switch a feature.',
  },
  examples: [
    {
      input: undefined,
      output: [exampleFeature],
    },
  ],
})

export const switchFeature = defineEndpoint({
  pattern: 'PUT /api/features/{key}',
  input: typed<{ readonly enabled: boolean }>(),
  output: typed<readonly Feature[]>(),
  role: 'admin',
  audit: false,
  changes: ['/api/menus', '/api/actions', '/api/badges'],
  summary: 'Switch a feature on or off',
  description: 'Switching on also switches on its requirements. Returns the updated list.',
  errors: ['conflict', 'feature_required'],
  mcp: {
    name: 'switch',
    description:
      'Switches a feature on or off for all members of this workspace. Switching on also switches on its requirements. Switching off is refused, with their names, while other features require it.',
    approval: true,
  },
  examples: [
    {
      input: { enabled: true },
      output: [exampleFeature],
    },
  ],
})
