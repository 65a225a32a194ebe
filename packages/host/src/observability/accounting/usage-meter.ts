/**
 * Counts usage of plugins, by plugin and workspace, in memory:
 *
 *   of(plugin, workspace) -> tally, counted on --take()--> handed over to be written, totals kept
 *
 * A request costs two look-ups and a few additions. However many workspaces call, memory is bounded: beyond a number of
 * pairs between two writes a plugin's further workspaces share one row.
 */
import type { ExecutionContext, ExecutionContexts } from '../containment/execution-contexts.ts'
import { instanceOrgId } from '../../request/instance-org-id.ts'
import type { Caller } from '../../request/caller.ts'
import { Tally } from '../../request/tally.ts'

/** Stands for the workspaces that had no room of their own. */
export const otherOrgs = 'others'

/** Number of pairs of plugin and workspace that are distinguished between two writes. */
const mostPairs = 5_000

/** Usage of a plugin in a workspace. */
export interface CountedUsage {
  readonly plugin: string
  /** A workspace, `instanceOrgId` for none, or `otherOrgs`. */
  readonly orgId: string
  readonly tally: Tally
}

/** The caller, with the memory of its counters. */
export type CountedCaller = Pick<Caller, 'orgId' | 'memory'>

export class UsageMeter {
  readonly #contexts: Pick<ExecutionContexts, 'current'>
  #tallies = new Map<string, Map<string, Tally>>()
  readonly #totals = new Map<string, Tally>()
  #pairs = 0
  /** Increases whenever a tally no longer counts for its pair. */
  #round = 0

  /** @param contexts name the running plugin */
  constructor(contexts: Pick<ExecutionContexts, 'current'>) {
    this.#contexts = contexts
  }

  /** The tally of a plugin in a workspace; not to be stored, since it is handed over when it is written. */
  of(plugin: string, orgId: string | undefined): Tally {
    return this.#tallies.get(plugin)?.get(orgId ?? instanceOrgId) ?? this.#open(plugin, orgId ?? instanceOrgId)
  }

  /** The same for a caller, without a look-up where the memory of the caller leads to it. */
  ofCaller(plugin: string, caller: CountedCaller | undefined): Tally {
    const memory = caller?.memory
    if (memory === undefined) return this.of(plugin, caller?.orgId)
    const { tally, tallyPlugin, tallyRound } = memory
    if (tally !== undefined && tallyRound === this.#round && tallyPlugin === plugin) return tally
    memory.tallyPlugin = plugin
    memory.tallyRound = this.#round
    return (memory.tally = this.of(plugin, caller?.orgId))
  }

  /** The tally of the running code. @param orgId where it is known better than from the execution context */
  ofContext(orgId?: string): Tally {
    const frame = this.#contexts.current()
    return this.of(frame?.plugin ?? 'host', orgId ?? (frame && workspaceOf(frame)))
  }

  /** Counts a fault without an answer, for the workspace that the plugin's code runs for. */
  noteFault(plugin: string): void {
    const frame = this.#contexts.current()
    this.of(plugin, frame?.plugin === plugin ? workspaceOf(frame) : undefined).noteFault()
  }

  /** Counts since the last time; counting begins again. */
  take(): readonly CountedUsage[] {
    const taken = [...this.#tallies].flatMap(([plugin, tallies]) =>
      [...tallies].map(([orgId, tally]) => ({ plugin, orgId, tally })),
    )
    for (const { plugin, tally } of taken) this.#totalOf(plugin).add(tally)
    this.#tallies = new Map()
    this.#pairs = 0
    this.#round += 1
    return taken
  }

  /** Totals of each plugin since the host started. */
  totals(): ReadonlyMap<string, Readonly<Tally>> {
    const totals = new Map<string, Tally>()
    const add = (plugin: string, tally: Tally): void => {
      const total = totals.get(plugin) ?? new Tally()
      total.add(tally)
      totals.set(plugin, total)
    }
    for (const [plugin, tally] of this.#totals) add(plugin, tally)
    for (const [plugin, tallies] of this.#tallies) for (const tally of tallies.values()) add(plugin, tally)
    return totals
  }

  /** Drops the counts of an erased workspace. */
  forget(orgId: string): void {
    this.#round += 1
    for (const [plugin, tallies] of this.#tallies) {
      const tally = tallies.get(orgId)
      if (tally === undefined || !tallies.delete(orgId)) continue
      this.#totalOf(plugin).add(tally)
      this.#pairs -= 1
    }
  }

  #open(plugin: string, orgId: string): Tally {
    const tallies = this.#tallies.get(plugin) ?? new Map<string, Tally>()
    this.#tallies.set(plugin, tallies)
    const isOver = this.#pairs >= mostPairs && orgId !== instanceOrgId
    const place = isOver ? otherOrgs : orgId
    const known = tallies.get(place)
    if (known !== undefined) return known
    const tally = new Tally()
    tallies.set(place, tally)
    this.#pairs += 1
    return tally
  }

  #totalOf(plugin: string): Tally {
    const known = this.#totals.get(plugin)
    if (known !== undefined) return known
    const total = new Tally()
    this.#totals.set(plugin, total)
    return total
  }
}

/** The workspace that code runs for: the one that its job or hook is about, else that of its caller. */
function workspaceOf({ orgId, caller }: ExecutionContext): string | undefined {
  return orgId ?? caller?.orgId
}
