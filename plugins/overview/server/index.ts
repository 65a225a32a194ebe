import * as z from 'zod/mini'
import { definePlugin, noContent, requireService } from '@host/plugin'
import { Contributions } from '@host/plugin/platform'
import { addSamples, dismissChecklist, readChecklist, removeSamples } from '../shared.ts'
import { isDismissed, removeDismissal, setDismissed } from './dismissals.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { models } from './models.ts'
import { addSamplesTo, removeSamplesOf, samplesOf } from './samples.ts'

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
  topLevelApi: ['checklist', 'sample-data'],
  mount(mux, ctx) {
    const contributions = requireService(ctx, Contributions)

    mux.endpoint(readChecklist, async (scope) => {
      const samples = await samplesOf(contributions, scope)
      // No plugin is asked for its steps for users who dismissed them.
      if (await isDismissed(scope)) return { items: [], isDismissed: true, samples }
      const steps = await contributions.checklist(scope.request)
      const items = steps.toSorted((one, other) => Number(one.done) - Number(other.done))
      return { items, isDismissed: false, samples }
    })
    mux.endpoint(addSamples, (scope) => addSamplesTo(contributions, scope))
    mux.endpoint(removeSamples, (scope) => removeSamplesOf(contributions, scope))
    mux.endpoint(dismissChecklist, async (scope) => {
      await setDismissed(scope, scope.input.isDismissed)
      return noContent()
    })
  },
  memberRemoved: ({ db }, userId) => removeDismissal(db, userId),
})
