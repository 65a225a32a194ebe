/** Hosts that the instance gets certificates for: its own, and those that it answers for workspaces. */
import type { Queries } from '@host/plugin'
import type { EdgeTables } from '../../pipeline/edge/models.ts'
import { AnsweredHosts } from '../answered-hosts.ts'
import type { DueHost } from './order-budget.ts'

/** Dependencies of the list. */
export interface WantedHostsOptions {
  readonly db: Queries<EdgeTables>
  /** Hosts of the instance itself, as `normalizeHostName` has them. */
  readonly own: readonly string[]
  /** Whether a plugin answers for a workspace now. */
  readonly serves: (orgId: string, plugin: string) => Promise<boolean>
}

/** The wanted hosts, by their names. Handshakes know the host of a feature that is off as well: it may be on again soon. */
export async function wantedHosts({ db, own, serves }: WantedHostsOptions): Promise<ReadonlyMap<string, DueHost>> {
  const wanted = new Map<string, DueHost>()
  for (const { host, orgId, plugin } of (await AnsweredHosts.read(db)).all()) {
    if (await serves(orgId, plugin)) wanted.set(host, { host, orgId })
  }
  for (const host of own) wanted.set(host, { host, orgId: undefined })
  return wanted
}
