import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Names whose control a workspace has proved; a name has one owner in the instance. */
const EdgeProof = model(
  'edge_proofs',
  {
    id: column.id('epr'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. */
    name: column.text({ max: 253 }),
    proved_at: column.time(),
  },
  {
    unique: ['name'],
    index: [['org_id', 'id']],
    transfer: { reason: 'Control of a host is proved on each instance.', isExported: false },
  },
)

/** Hosts that plugins answer for a workspace. Several workspaces may have the same one; its proof decides. */
const EdgeHost = model(
  'edge_hosts',
  {
    id: column.id('eho'),
    org_id: column.org(),
    /** As `normalizeHostPattern` has it. */
    host: column.text({ max: 255 }),
    plugin: column.text({ max: 64 }),
    /** The public page at the root of the host; null for the plugin's own handler. */
    page: column.text({ nullable: true, max: 500 }),
  },
  { unique: [['org_id', 'host']], index: [['org_id', 'id']] },
)

/** The tables of the hosts that plugins answer. */
export const edgeModels = [EdgeProof, EdgeHost] as const

/** These tables over all workspaces. */
export type EdgeTables = InstanceTables<TablesOf<typeof edgeModels>>

/** The handle on these tables. */
export type EdgeDatabase = ScopedDatabase<EdgeTables>
