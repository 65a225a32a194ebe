/** A plugin of resources with every kind of field, for tests through the front door. */
import { setTimeout as sleep } from 'node:timers/promises'
import { definePlugin, memberMirror, mountResource, Problem, searchResources } from '@host/plugin'
import { defineResource, field } from '@host/plugin/zod'

const named = (en: string, zh: string) => ({ en, zh })

export const companies = defineResource({
  plugin: 'sales',
  name: 'companies',
  one: 'company',
  label: { one: named('Company', '公司'), many: named('Companies', '公司') },
  icon: 'building-2',
  fields: {
    name: field.text({ label: named('Name', '名称') }),
    parent: field.reference('self', { label: named('Parent', '母公司'), onDelete: 'null' }),
    taxId: field.sealed({ label: named('Tax ID', '税号'), optional: true }),
  },
  title: 'name',
  permissions: { read: 'admin' },
})

export const deals = defineResource({
  plugin: 'sales',
  name: 'deals',
  one: 'deal',
  label: { one: named('Deal', '商机'), many: named('Deals', '商机') },
  icon: 'handshake',
  fields: {
    name: field.text({ label: named('Name', '名称'), max: 120 }),
    company: field.reference(() => companies, {
      label: named('Company', '公司'),
      onDelete: 'restrict',
      optional: true,
    }),
    owner: field.member({ label: named('Owner', '负责人'), optional: true }),
    email: field.email({ label: named('Email', '邮箱'), optional: true, search: true }),
    currency: field.choice({
      label: named('Currency', '货币'),
      choices: { EUR: named('Euro', '欧元'), JPY: named('Yen', '日元') },
      default: 'EUR',
    }),
    amount: field.money({ label: named('Amount', '金额'), currency: { from: 'currency' }, min: 0, optional: true }),
    stage: field.choice({
      label: named('Stage', '阶段'),
      choices: { lead: named('Lead', '线索'), won: named('Won', '赢单') },
      default: 'lead',
    }),
    closesOn: field.date({ label: named('Closes', '截止'), optional: true }),
    seats: field.number({ label: named('Seats', '席位'), whole: true, min: 1, optional: true }),
    color: field.color({ label: named('Color', '颜色'), optional: true }),
    isHot: field.toggle({ label: named('Hot', '热门') }),
    notes: field.longText({ label: named('Notes', '备注'), optional: true }),
  },
  title: 'name',
  permissions: { delete: 'admin' },
})

/** The same resources, and no hooks. */
export const plainSalesPlugin = definePlugin({
  name: 'sales',
  info: { title: 'Sales', description: 'Deals and companies', icon: 'handshake', category: 'Work', api: '^1' },
  models: [companies.model, deals.model, memberMirror],
  events: [...Object.values(companies.events), ...Object.values(deals.events)],
  mount(mux, ctx) {
    mountResource({ mux, ctx }, companies)
    mountResource({ mux, ctx }, deals)
  },
})

export const salesPlugin = definePlugin({
  name: 'sales',
  info: { title: 'Sales', description: 'Deals and companies', icon: 'handshake', category: 'Work', api: '^1' },
  models: [companies.model, deals.model, memberMirror],
  menus: [deals.menu, companies.menu],
  events: [...Object.values(companies.events), ...Object.values(deals.events)],
  i18n: { en: { ...companies.texts.en, ...deals.texts.en }, zh: { ...companies.texts.zh, ...deals.texts.zh } },
  search: (scope, query) => searchResources(scope, query, [deals, companies]),
  mount(mux, ctx) {
    mountResource({ mux, ctx }, companies, { omit: ['importCsv'] })
    mountResource({ mux, ctx }, deals, {
      beforeCreate: async (_, input) => {
        if (input.name === 'slow') await sleep(5_200)
        if (input.name === 'forbidden') throw new Problem('conflict', { detail: 'This name is taken.' })
        return { ...input, name: input.name.replace('draft ', '') }
      },
      afterChange: async ({ db }, deal, before) => {
        if (deal.stage !== 'won' || before.stage === 'won') return
        await db.updateTable('sales_deals').set({ notes: 'Congratulations' }).where('id', '=', deal.id).execute()
      },
    })
  },
})
