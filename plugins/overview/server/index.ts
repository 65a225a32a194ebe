import { definePlugin } from '@host/plugin'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'

/** The page is made of other plugins' widgets, so there is nothing to serve. */
export const plugin = definePlugin({
  name: 'overview',
  info: {
    title: 'Overview',
    description: 'The first page of a workspace',
    icon: 'layout-dashboard',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  mount() {},
})
