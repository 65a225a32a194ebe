import type { ModelOwner } from '../database/catalog.ts'
import { hostModels } from '../models/host-models.ts'
import type { Foundation } from './foundation.ts'

/** The owners of all tables of a build, the host first. */
export function modelOwners(plugins: Foundation['plugins']): readonly ModelOwner[] {
  return [{ name: 'host', models: hostModels }, ...plugins.map(({ name, plugin: { models } }) => ({ name, models }))]
}
