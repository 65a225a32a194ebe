import { column, model } from '@host/plugin'

/** The host processes that work on a database; the id of one tells when it started. */
const HostNode = model('host_nodes', {
  id: column.id('node'),
  /** Milliseconds of the clock of leases, see `lease-clock.ts`. */
  lease_until: column.integer(),
})

export const nodeModels = [HostNode] as const
