import { DnsError } from '@host/dns'
import { Problem } from '@host/plugin'
import type { Planned, Preset } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { editedZone, planRead, type Planner, type ZonePlan } from './plan-zone.ts'
import { presetRecords, type PresetEdit } from './preset-records.ts'
import { readEdits, type EditedZone } from './read-edits.ts'
import { dnsWording } from '../records/dns-texts.ts'

/** Plans the record sets of a preset. @throws Problem as `planEdits` */
export async function planPresetOf(
  parts: Parts,
  planner: Planner,
  { preset, ...plan }: ZonePlan & { readonly preset: Preset },
): Promise<Planned> {
  const zone = await editedZone(parts, planner, plan.row)
  const set = recordsOf(zone, preset)
  return await atFields(set, async () => {
    const edits = await readEdits(zone, { set })
    return await planRead(parts, planner, { ...plan, edits })
  })
}

/** Names the fields of the preset in place of those of its record sets. */
async function atFields<Result>(set: readonly PresetEdit[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = (error.options.errors ?? []).map(({ path, message }) => ({ path: fieldOf(set, path), message }))
    throw new Problem('invalid_input', { ...error.options, errors, cause: error })
  }
}

function fieldOf(set: readonly PresetEdit[], path: string): string {
  const [, place, member] = path.split('.')
  if (!path.startsWith('set.')) return path
  return `records.${member === 'name' || member === 'type' ? 'name' : (set[Number(place)]?.field ?? 'name')}`
}

function recordsOf({ name }: EditedZone, preset: Preset): readonly PresetEdit[] {
  try {
    return presetRecords(name, preset)
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    throw new Problem('invalid_input', { errors: [{ path: 'records.name', message: dnsWording(error.message) }] })
  }
}
