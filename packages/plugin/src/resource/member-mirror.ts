import { column } from '../column.ts'
import { mirror } from '../model.ts'

/**
 * The members of the workspace, for the models of a plugin whose resources have member fields.
 * @example models: [deals.model, memberMirror]
 * @since 1.0.0
 */
export const memberMirror = mirror(
  'users',
  { id: column.id('usr'), name: column.text(), email: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)
