import * as z from 'zod/mini'
import { definePlugin, noContent, requireService } from '@host/plugin'
import { Contributions } from '@host/plugin/platform'
import { dismissChecklist, readChecklist } from '../shared.ts'
import { isDismissed, removeDismissal, setDismissed } from './dismissals.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { models } from './models.ts'

z.config(z.locales.en())

/** The page consists of other plugins' widgets; the plugin itself serves only the first steps that they contribute. */
export const plugin = definePlugin({
  name: 'overview',
  info: {
    title: 'Overview',
    description: 'The home page of a workspace',
    icon: 'layout-dashboard',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  menus,
  helpDocsFS: './docs',
  topLevelApi: ['checklist'],
  mount(mux, ctx) {
    const contributions = requireService(ctx, Contributions)

    mux.endpoint(readChecklist, async (scope) => {
      // No plugin is queried for users who dismissed the steps.
      if (await isDismissed(scope)) return { items: [], isDismissed: true }
      return { items: [...(await contributions.checklist(scope.request))], isDismissed: false }
    })
    mux.endpoint(dismissChecklist, async (scope) => {
      await setDismissed(scope, scope.input.isDismissed)
      return noContent()
    })
  },
  memberRemoved: ({ db }, userId) => removeDismissal(db, userId),
})
