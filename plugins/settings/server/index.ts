import * as z from 'zod/mini'
import { definePlugin } from '@host/plugin'
import { readUserSettings, saveUserSettings } from '../shared.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { models } from './models.ts'
import { readPersonal, savePersonal } from './personal.ts'
import { mountSections } from './mount-sections.ts'
import { UserSections } from './user-sections.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'settings',
  info: {
    title: 'Settings',
    description: 'Settings for people, workspaces and the instance',
    icon: 'sliders-horizontal',
    category: 'Settings',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  menus,
  topLevelApi: ['settings', 'user', 'instance/settings'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const sections = new UserSections(ctx)

    mux.endpoint(readUserSettings, ({ userId }) => readPersonal(sections, userId))
    mux.endpoint(saveUserSettings, async ({ userId, input }) => {
      await savePersonal(sections, userId, input)
      return input
    })
    mountSections(mux, ctx)
  },
  accountDeleted: (ctx, userId) => new UserSections(ctx).erase(userId),
})
