import { column, mirror, type TablesOf } from '@host/plugin'
import { catalogModels } from './catalog/catalog-models.ts'
import { discountModels } from './discounts/discount-models.ts'
import { licenseModels } from './licenses/models.ts'
import { orderModels } from './orders/order-models.ts'

const Workspace = mirror(
  'workspaces',
  { id: column.id('org'), name: column.text(), time_zone: column.text() },
  { tenantKey: 'id' },
)

export const models = [...catalogModels, ...discountModels, ...orderModels, ...licenseModels, Workspace] as const

export type Tables = TablesOf<typeof models>
