import * as z from 'zod/mini'
import { ApiTokens, definePlugin, requireService } from '@host/plugin'
import { i18n } from './i18n.ts'
import { instanceMenus, menus } from './menus.ts'
import { mountInstanceTokens } from './mount-instance-tokens.ts'
import { mountTokens } from './mount-tokens.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'api-tokens',
  info: {
    title: 'API tokens',
    description: 'Personal API keys that act as you',
    icon: 'key-round',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  instanceMenus,
  topLevelApi: ['tokens', 'instance/tokens'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const tokens = requireService(ctx, ApiTokens)
    mountTokens(mux, tokens)
    mountInstanceTokens(mux, tokens)
  },
})
