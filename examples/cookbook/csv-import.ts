import { definePlugin, mountResource } from '@host/plugin'
import { defineResource, field } from '@host/plugin/zod'

export const suppliers = defineResource({
  plugin: 'purchasing',
  name: 'suppliers',
  one: 'supplier',
  label: { one: { en: 'Supplier', zh: '供应商' }, many: { en: 'Suppliers', zh: '供应商' } },
  icon: 'truck',
  fields: {
    name: field.text({ label: { en: 'Name', zh: '名称' }, max: 120 }),
    email: field.email({ label: { en: 'Email', zh: '邮箱' }, optional: true }),
    budget: field.money({ label: { en: 'Budget', zh: '预算' }, currency: 'EUR', min: 0, optional: true }),
  },
  title: 'name',
})

export const plugin = definePlugin({
  name: 'purchasing',
  info: { title: 'Purchasing', description: 'Suppliers', icon: 'truck', category: 'Work', api: '^1' },
  models: [suppliers.model],
  menus: [suppliers.menu],
  events: Object.values(suppliers.events),
  i18n: suppliers.texts,
  mount(mux, ctx) {
    mountResource({ mux, ctx }, suppliers)
  },
})
