import * as z from 'zod/mini'
import { definePlugin, noContent } from '@host/plugin'
import { changeView, createView, deleteView, listViews } from '../shared.ts'
import { i18n } from './i18n.ts'
import { models } from './models.ts'
import { insertView, listedViews, removePersonalViews, removeView, updateView } from './view-store.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'views',
  info: {
    title: 'Saved views',
    description: 'Save and share filtered lists',
    icon: 'bookmark',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  topLevelApi: ['views'],
  helpDocsFS: './docs',
  mount(mux) {
    mux.endpoint(listViews, (scope) => listedViews(scope, scope.input))
    mux.endpoint(createView, (scope) => insertView(scope, scope.input))
    mux.endpoint(changeView, (scope) => updateView(scope, scope.params.id, scope.input))
    mux.endpoint(deleteView, async (scope) => {
      await removeView(scope, scope.params.id)
      return noContent()
    })
  },
  memberRemoved: ({ db }, userId) => removePersonalViews(db, userId),
  accountDeleted: ({ db }, userId) => removePersonalViews(db.asInstance('an account was deleted'), userId),
})
