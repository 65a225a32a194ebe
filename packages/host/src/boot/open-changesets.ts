import { createChangesets, type HostChangesets } from '../changesets/create-changesets.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { createTools } from '../plugins/plugin-tools.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { HostEvents } from '../events/create-events.ts'
import type { HostFeatures } from '../identity/index.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import { JobEligibilities } from '../jobs/job-eligibilities.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import type { Foundation } from './foundation.ts'
import { isAgent } from '../pipeline/agent-token.ts'
import { isSwitchable } from '../declared/plugin-entry.ts'

interface ChangesetParts {
  readonly parts: HostParts
  readonly data: DataAccess
  readonly equipped: readonly EquippedPlugin[]
  readonly jobs: HostJobs
  readonly events: Pick<HostEvents, 'publishing'>
  readonly recorder: ChangeRecorder
  readonly features: HostFeatures
  readonly live: LivePublisher
}

/** Opens the changesets of all plugins. */
export function openChangesets(
  { database }: Foundation,
  { parts, data, equipped, jobs, events, recorder, features, live }: ChangesetParts,
): HostChangesets {
  const plugins = new Map(equipped.map((plugin) => [plugin.registered.name, plugin]))
  const eligibilities = new JobEligibilities({
    database,
    isOn: (orgId, plugin) => {
      const registered = plugins.get(plugin)?.registered
      if (registered === undefined || !isSwitchable(registered)) return registered !== undefined
      return features.gate.isEnabled(orgId, registered.feature)
    },
  })
  return createChangesets({
    ...parts,
    database,
    data,
    jobs,
    recorder: events.publishing(recorder),
    isByAgent: () => isAgent(parts.contexts.current()?.caller ?? {}, parts.agentScopes),
    toolsOf: (plugin) => plugins.get(plugin)?.tools ?? createTools(parts, plugin, []),
    isOn: async (orgId, plugin) => (await eligibilities.of(orgId, { plugin, whenOff: 'hold' })) === 'open',
    notifyViewers: (orgId, paths) => {
      if (live.isHeard) live.tell({ to: orgId, paths, by: null })
    },
  })
}
