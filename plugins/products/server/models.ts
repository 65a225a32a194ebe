import type { TablesOf } from '@host/plugin'
import { catalogModels } from './catalog/catalog-models.ts'
import { licenseModels } from './licenses/models.ts'

export const models = [...catalogModels, ...licenseModels] as const

export type Tables = TablesOf<typeof models>
