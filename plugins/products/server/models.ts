import { column, model, type TablesOf } from '@host/plugin'
import type { CustomFields } from '../shared.ts'
import { licenseModels } from './licenses/models.ts'

/** Something that a workspace sells. */
export const Product = model(
  'products_products',
  {
    id: column.id('prod'),
    org_id: column.org(),
    name: column.text({ max: 120, search: true }),
    description: column.text({ max: 5_000, default: '' }),
    status: column.text<'draft' | 'active' | 'archived'>({ max: 10, default: 'draft' }),
    /** The ID in a system of the workspace's own. */
    external_id: column.text({ max: 190, nullable: true }),
    fields: column.json<CustomFields>(),
    metadata: column.json<CustomFields>(),
    /** When an order with it was first paid: it is never deleted from then on. */
    sold_at: column.time({ nullable: true }),
    created_by: column.text({ max: 64 }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'external_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'name', 'id'],
      ['org_id', 'status', 'id'],
    ],
    label: 'name',
  },
)

export const models = [Product, ...licenseModels] as const

export type Tables = TablesOf<typeof models>
