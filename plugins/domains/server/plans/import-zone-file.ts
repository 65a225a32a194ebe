import { readZoneFile, type ZoneRecord } from '@host/dns'
import { wordingIn } from '@host/plugin/platform'
import { domainLimits, type importModes, type Planned, type ZoneFileProblem } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { absoluteOf, isBelow, longestName, recordName } from '../records/record-names.ts'
import { keyOf, keyText, valueOf, type RecordValue } from '../records/record-set.ts'
import { editedZone, planRead, type Planner, type ZonePlan } from './plan-zone.ts'
import { dnsWording, type EditedZone } from './read-edits.ts'
import { inWriteOrder } from './write-order.ts'

/** A zone file to import. */
export interface ZoneFileImport extends ZonePlan {
  readonly text: string
  readonly mode: (typeof importModes)[number]
}

/** The plan of an import, or the problems of its file. */
export interface ImportResult extends Planned {
  readonly problems: ZoneFileProblem[]
  readonly hasMoreProblems: boolean
}

/** The TTL of records where the file states none: that of most zones. */
const usualTtl = 3_600

/** Plans an import. Nothing is planned while the file has a problem. @throws Problem as `planEdits` */
export async function importZoneFile(
  parts: Parts,
  planner: Planner,
  { text, mode, ...plan }: ZoneFileImport,
): Promise<ImportResult> {
  const zone = await editedZone(parts, planner, plan.row)
  const { records, problems, hasMoreProblems } = readZoneFile(text, {
    origin: absoluteOf(zone.name),
    defaultTtl: usualTtl,
    maxBytes: domainLimits.zoneFile,
    maxRecords: domainLimits.recordSets,
  })
  if (problems.length > 0) {
    const shown = problems.map(({ line, column, message }) => ({
      line,
      column,
      message: wordingIn(dnsWording(message), planner.language),
    }))
    return { changeset: null, problems: shown, hasMoreProblems }
  }
  const values = new Map<string, RecordValue | null>(importedSets(zone, records))
  if (mode === 'replace') for (const key of missingKeys(zone, values)) values.set(key, null)
  const edits = { values: inWriteOrder(values), paths: new Map<string, string>() }
  return { ...(await planRead(parts, planner, { ...plan, edits })), problems: [], hasMoreProblems: false }
}

/** The record sets of a file. Those that the provider manages are left out. */
function importedSets({ name: zone, known, capabilities }: EditedZone, records: readonly ZoneRecord[]) {
  const groups = Map.groupBy(
    records.filter(({ type }) => type !== 'SOA'),
    (record) => keyText({ name: recordName(record.name), type: record.type }),
  )
  return [...groups].flatMap(([key, group]): readonly (readonly [string, RecordValue])[] => {
    const { name } = keyOf(key)
    if (isManaged(key, zone) || !isBelow(name, zone) || name.length > longestName) return []
    const present = known.get(key)
    const written = capabilities.hasComments ? group.find((record) => record.comment !== undefined)?.comment : undefined
    const comment = written?.slice(0, domainLimits.comment).trim() ?? present?.comment
    const value = valueOf({
      ttl: Math.min(...group.map(({ ttl }) => ttl)),
      data: group.map(({ data }) => data),
      ...(comment !== undefined && { comment }),
      ...(present?.isProxied === true && { isProxied: true }),
    })
    return [[key, value]]
  })
}

function missingKeys({ name: zone, known }: EditedZone, values: ReadonlyMap<string, unknown>): readonly string[] {
  return [...known.keys()].filter((key) => !values.has(key) && !isManaged(key, zone))
}

function isManaged(key: string, zone: string): boolean {
  return key === keyText({ name: zone, type: 'NS' })
}
