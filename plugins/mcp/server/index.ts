import * as z from 'zod/mini'
import { definePlugin } from '@host/plugin'
import { i18n } from './i18n.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'mcp',
  info: {
    title: 'Agents',
    description: 'Lets agents work here over MCP, with API tokens and under the rights of their holders',
    icon: 'bot',
    category: 'Workspace',
    api: '^1',
  },
  models: [],
  i18n,
  permissions: [{ name: 'mcp.use', title: 'Use tools as an agent', role: 'member' }],
  topLevelApi: ['mcp'],
  mount: () => undefined,
})
