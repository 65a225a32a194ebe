import { Problem, type DnsPlanOptions, type DnsZoneChange, type PlanOptions, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { editedZone } from '../plans/plan-zone.ts'
import { readEdits } from '../plans/read-edits.ts'
import { recordSets } from '../records/record-kind.ts'
import { selectZone } from '../zones/zone-rows.ts'

/** A plan of a plugin, as `Changesets` takes it, and the path of each key in its options. */
export interface PluginPlan {
  readonly options: PlanOptions
  readonly paths: ReadonlyMap<string, string>
}

/** The workspace that a plugin plans for. */
export interface PlanPlace {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  /** The plugin that plans. */
  readonly plugin: string
}

const mostZones = 20

/** @returns undefined when nothing is wanted @throws Problem `invalid_input` naming each field; `not_found` */
export async function planOfPlugin(
  parts: Parts,
  place: PlanPlace,
  { zones, ...options }: DnsPlanOptions,
): Promise<PluginPlan | undefined> {
  refuseTwice(zones)
  // A call of the provider has a deadline of its own.
  const { signal } = new AbortController()
  const paths = new Map<string, string>()
  const wanted: PlanOptions['parts'][number][] = []
  for (const [index, change] of zones.entries()) {
    const row = await selectZone(place.db, change.zoneId)
    const zone = { ...(await editedZone(parts, { ...place, signal }, row)), path: `zones.${index}.` }
    const edits = await readEdits(zone, change)
    for (const [key, path] of edits.paths) paths.set(key, path)
    if (edits.values.size > 0) wanted.push({ kind: recordSets, target: row.id, set: edits.values, seen: edits.seen })
  }
  if (wanted.length === 0) return undefined
  return { options: { ...options, onBehalfOf: place.plugin, parts: wanted }, paths }
}

function refuseTwice(zones: readonly DnsZoneChange[]): void {
  const ids = new Set(zones.map(({ zoneId }) => zoneId))
  if (zones.length >= 1 && zones.length <= mostZones && ids.size === zones.length) return
  throw new Problem('invalid_input', { errors: [{ path: 'zones', message: complaint }] })
}

const complaint = {
  en: `A plan has 1 to ${mostZones} zones, each once.`,
  zh: `一个变更计划包含 1 至 ${mostZones} 个区域，且各不重复。`,
}
