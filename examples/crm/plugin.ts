import { definePlugin, mergeTexts, searchResources } from '@host/plugin'
import type { AnyResource } from '@host/plugin/zod'
import { mountContacts } from './contacts.ts'
import { mountDeals, mountFiles, provideDeals, scheduleReminders } from './deals.ts'
import { dealWon, models, rules } from './declarations.ts'
import { contacts, deals, files, notes } from './shared.ts'
import { i18n } from './shared/texts.ts'

const resources: readonly AnyResource[] = [deals, contacts, notes]

export const plugin = definePlugin({
  name: 'crm',
  info: { title: 'CRM', description: 'Deals and contacts', icon: 'handshake', category: 'Sales', api: '^1' },
  models,
  menus: [deals.menu, { id: 'pipeline', label: 'Pipeline', path: '/pipeline', icon: 'columns-3' }, contacts.menu],
  settings: { workspace: rules },
  events: [dealWon, files.events.deleted, ...resources.flatMap(({ events }) => Object.values(events))],
  notifications: [{ id: 'deals', title: 'Deals' }],
  i18n: mergeTexts(i18n, ...resources.map(({ texts }) => texts), files.texts),
  helpDocsFS: './docs',
  search: (scope, query) => searchResources(scope, query, [deals, contacts]),
  mount(mux, ctx) {
    for (const part of [mountContacts, mountDeals, mountFiles, scheduleReminders, provideDeals]) part({ mux, ctx })
  },
})
