import { DnsError } from '@host/dns'
import { Problem } from '@host/plugin'
import type { Planned, Preset } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { editedZone, planRead, type Planner, type ZonePlan } from './plan-zone.ts'
import { presetRecords } from './preset-records.ts'
import { readEdits, type EditedZone, type SetEdit } from './read-edits.ts'
import { dnsWording } from '../records/dns-texts.ts'

/** Plans the record sets of a preset. @throws Problem as `planEdits` */
export async function planPresetOf(
  parts: Parts,
  planner: Planner,
  { preset, ...plan }: ZonePlan & { readonly preset: Preset },
): Promise<Planned> {
  const zone = await editedZone(parts, planner, plan.row)
  const edits = await readEdits(zone, { set: recordsOf(zone, preset) })
  return await planRead(parts, planner, { ...plan, edits })
}

function recordsOf({ name }: EditedZone, preset: Preset): readonly SetEdit[] {
  try {
    return presetRecords(name, preset)
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    throw new Problem('invalid_input', { errors: [{ path: 'records.name', message: dnsWording(error.message) }] })
  }
}
