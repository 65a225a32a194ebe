import { column, model } from '@host/plugin'

/** The host processes of a database; an id shows when its process started. */
const HostNode = model('host_nodes', {
  id: column.id('node'),
  /** Milliseconds of the clock of leases, see `lease-clock.ts`. */
  lease_until: column.integer(),
  /** The position of the newest migration entry that it knows; null for a version that did not say. */
  migrated_to: column.integer({ nullable: true }),
})

export const nodeModels = [HostNode] as const
