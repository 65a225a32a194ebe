import { readZoneFile, type ZoneProblem, type ZoneRecord } from '@host/dns'
import type { DnsCapabilities, DnsRecordSet } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import { commentText } from '../past/zone-text.ts'
import { dataKey } from '../providers/record-sets.ts'
import { absoluteOf, longestName, recordName } from '../records/record-names.ts'
import { keyOf, keyText, valueOf, type RecordValue } from '../records/record-set.ts'

/** A zone file, and the zone that it is for. */
export interface GivenZoneFile {
  readonly zone: string
  readonly text: string
  /** The present record sets, which have what a file can't: proxied flags. */
  readonly known: ReadonlyMap<string, DnsRecordSet>
  readonly capabilities: Pick<DnsCapabilities, 'hasComments' | 'proxiedTtl'>
}

/** The record sets of a file by the text of their keys, or its problems. */
export interface ImportedSets {
  readonly records: ReadonlyMap<string, RecordValue>
  /** The first line of each. */
  readonly lines: ReadonlyMap<string, number>
  readonly problems: readonly ZoneProblem[]
  readonly hasMoreProblems: boolean
}

/** The TTL of records where the file states none: that of most zones. */
const usualTtl = 3_600

/** Reads the record sets of a zone file. Those that the provider manages are left out. */
export function importedSets(file: GivenZoneFile): ImportedSets {
  const { records, lines, problems, hasMoreProblems } = readZoneFile(file.text, {
    origin: absoluteOf(file.zone),
    defaultTtl: usualTtl,
    maxBytes: domainLimits.zoneFile,
    maxRecords: domainLimits.zoneRecords,
  })
  const placed = records.map((record, place) => ({ ...record, line: lines[place] ?? 1 }))
  const groups = Map.groupBy(
    placed.filter(({ type }) => type !== 'SOA'),
    (record) => keyText({ name: recordName(record.name), type: record.type }),
  )
  const own = [...groups].filter(([key]) => !isManaged(key, file.zone))
  const lineOf = new Map(own.map(([key, group]) => [key, group[0]?.line ?? 1]))
  const long = own.filter(([key]) => keyOf(key).name.length > longestName)
  return {
    records: new Map(own.map(([key, group]) => [key, valueOfGroup(file, key, group)])),
    lines: lineOf,
    problems: [...problems, ...long.map(([key]) => tooLong(keyOf(key).name, lineOf.get(key)))],
    hasMoreProblems,
  }
}

function tooLong(name: string, line = 1): ZoneProblem {
  const start = name.slice(0, 40)
  return {
    line,
    column: 1,
    message: `The name ${start}… is longer than ${longestName} characters when it is written out`,
  }
}

/** A comment within its limit, cut between two characters. */
function shortened(text: string): string {
  return text
    .slice(0, domainLimits.comment)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** Whether the provider manages a record set: the name servers of the zone itself. */
export function isManaged(key: string, zone: string): boolean {
  return key === keyText({ name: zone, type: 'NS' })
}

function valueOfGroup({ known, capabilities }: GivenZoneFile, key: string, group: readonly ZoneRecord[]): RecordValue {
  const present = known.get(key)
  const written = capabilities.hasComments ? group.find((record) => record.comment !== undefined)?.comment : undefined
  const isKept = written === undefined || written === commentText(present?.comment ?? '')
  const comment = isKept ? present?.comment : shortened(written)
  const isProxied = present?.isProxied === true
  const fixedTtl = isProxied ? capabilities.proxiedTtl : undefined
  return valueOf({
    ttl: fixedTtl ?? Math.min(...group.map(({ ttl }) => ttl)),
    data: group.map(({ type, data }) => dataKey(type, data)),
    ...(comment !== undefined && { comment }),
    ...(isProxied && { isProxied }),
  })
}
