import type { MaybePromise } from '@host/plugin'
import { isSwitchable } from '../declared/plugin-entry.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { createTools } from '../plugins/plugin-tools.ts'
import type { DataAccess } from '../database/data-access.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { HostFeatures } from '../identity/index.ts'
import type { BackgroundPauses } from '../jobs/background-pauses.ts'
import { createJobs, type HostJobs } from '../jobs/create-jobs.ts'
import { Owners } from '../jobs/owners.ts'
import type { JobTools } from '../jobs/job-runner.ts'
import { JobEligibilities } from '../jobs/job-eligibilities.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import { toInstance } from '../live/live-message.ts'
import type { Foundation } from './foundation.ts'

interface JobParts {
  readonly parts: HostParts
  readonly data: DataAccess
  readonly equipped: readonly EquippedPlugin[]
  readonly features: HostFeatures
  readonly live: LivePublisher
  readonly pauses: BackgroundPauses
}

/** Opens the jobs of all plugins. */
export function openJobs(
  { database, safety, bus }: Foundation,
  { parts, data, equipped, features, live, pauses }: JobParts,
): HostJobs {
  const plugins = new Map(equipped.map((plugin) => [plugin.registered.name, plugin]))
  const isOn = (orgId: string, plugin: string): MaybePromise<boolean> => {
    const registered = plugins.get(plugin)?.registered
    return registered === undefined || !isSwitchable(registered) || features.gate.isEnabled(orgId, registered.feature)
  }
  const eligibilities = new JobEligibilities({ database, isOn })
  const owners = new Owners(database)
  return createJobs({
    ...parts,
    database,
    lease: safety.lease,
    bus,
    pauses,
    notifyViewers: (orgId, paths) => tell(live, orgId, paths),
    toolsOf: (plugin) => toolsOf(plugin, plugins.get(plugin)?.tools ?? createTools(parts, plugin, []), data),
    eligibilityOf: (orgId, kind) => eligibilities.of(orgId, kind),
    ownersOf: (orgIds) => owners.of(orgIds),
  })
}

/** Notifies viewers of a job: those of its workspace, or the admins of the instance. */
function tell(live: LivePublisher, orgId: string, paths: readonly string[]): void {
  if (live.isHeard) live.tell({ to: orgId === instanceOrgId ? toInstance : orgId, paths, by: null })
}

function toolsOf(plugin: string, { log, now, database }: EquippedPlugin['tools'], data: DataAccess): JobTools {
  return {
    log,
    now,
    database: (orgId, on) => (orgId === undefined ? data.asInstance(plugin, on) : database(orgId, on)),
  }
}
