/**
 * An update, name by name:
 *
 *   name of the token? --no--> nohost
 *   addresses of its types --none--> dnserr
 *   copy of the zone --has them--> nochg, without a call of the provider
 *   record set of a feature or a tool outside --> dnserr
 *   changeset of all that differ --applied--> good, --else--> dnserr or 911
 */
import type { DnsRecordKey, DnsRecordSet, ScopedDatabase } from '@host/plugin'
import type { DdnsAnswer, DdnsProblem, DdnsType } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { foreignOwners } from '../records/foreign-marks.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyText } from '../records/record-set.ts'
import { marksOf, takeoversOf } from '../records/takeovers.ts'
import { byKey, readSome } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { withPrefix } from './address-prefix.ts'
import type { UpdateAddresses } from './read-update.ts'
import { writeAddresses, type UpdatingToken, type Written } from './write-addresses.ts'

/** Addresses for names. */
export interface Update {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly signal: AbortSignal
  readonly token: UpdatingToken & {
    readonly zone_id: string
    readonly names: readonly string[]
    readonly types: readonly DdnsType[]
  }
  /** Undefined for a text that is not a whole name. */
  readonly names: readonly (string | undefined)[]
  readonly addresses: UpdateAddresses
}

/** The answer for one name. */
export interface NameAnswer {
  readonly answer: DdnsAnswer
  readonly addresses: readonly string[]
  readonly problem: DdnsProblem | null
}

interface WantedAddresses extends DnsRecordKey {
  dataOf(present: readonly string[]): readonly string[]
  /** As the copy of the zone makes them. */
  readonly data: readonly string[]
  readonly isChanged: boolean
}

/** Updates names, and answers for each of them in their order. */
export async function updateNames(parts: Parts, update: Update): Promise<readonly NameAnswer[]> {
  const { db, token, names } = update
  const zone = await selectZone(db, token.zone_id)
  const wanted = await wantedOf(update, zone.id)
  const changed = wanted.filter(({ isChanged }) => isChanged)
  const managed = changed.length === 0 ? none : await managedKeys(parts, update, zone.id)
  const set = changed.filter((each) => !managed.has(keyText(each)))
  const edits = set.map(({ name, type, dataOf: data }) => ({ name: `${name}.`, type, data }))
  const written = set.length === 0 ? 'nochg' : await writeAddresses(parts, { ...update, zone, set: edits })
  const writtenOf = (each: WantedAddresses): Written => {
    if (!each.isChanged) return 'nochg'
    return managed.has(keyText(each)) ? 'managed' : written
  }
  return names.map((name) => {
    if (name === undefined) return refusal('notfqdn', null)
    if (!token.names.includes(name)) return refusal('nohost', null)
    const ofName = wanted.filter((each) => each.name === name)
    return ofName.length === 0 ? noAddress(update) : answerOf(ofName, ofName.map(writtenOf))
  })
}

const none: ReadonlySet<string> = new Set()

/** Record sets to have, beside what the zone has of them. */
async function wantedOf({ db, token, names, addresses }: Update, zoneId: string): Promise<readonly WantedAddresses[]> {
  const own = new Set(names.filter((name) => name !== undefined && token.names.includes(name)))
  const keys = [...own].flatMap((name = '') => token.types.map((type) => ({ name, type })))
  const copy = byKey(await readSome(db, zoneId, keys))
  return keys.flatMap((key) => {
    const present = copy.get(keyText(key))
    const dataOf = (data: readonly string[]) => addressesOf(addresses, key.type, data)
    const data = dataOf(present?.data ?? [])
    return data.length === 0 ? [] : [{ ...key, dataOf, data, isChanged: !hasData(present, data) }]
  })
}

function addressesOf(
  { prefix, ...given }: UpdateAddresses,
  type: DdnsType,
  present: readonly string[],
): readonly string[] {
  const merged = type === 'AAAA' && prefix !== undefined ? present.map((address) => withPrefix(prefix, address)) : []
  return [...new Set([...given[type], ...merged])]
}

function hasData(set: DnsRecordSet | undefined, data: readonly string[]): boolean {
  return set !== undefined && new Set(set.data).symmetricDifference(new Set(data)).size === 0
}

/** Record sets that features own, or tools outside. Only a person may plan their changes. */
async function managedKeys(
  { changesets }: Pick<Parts, 'changesets'>,
  { db, orgId }: Pick<Update, 'db' | 'orgId'>,
  zoneId: string,
): Promise<ReadonlySet<string>> {
  const owned = (await changesets.owners(orgId, { kind: recordSets, target: zoneId })).keys()
  const foreign = foreignOwners(await marksOf(db, zoneId)).keys()
  const takeovers = await takeoversOf(db, zoneId)
  return new Set([...owned, ...foreign.filter((key) => !takeovers.has(key))])
}

function noAddress({ addresses: { prefix }, token: { types } }: Update): NameAnswer {
  return refusal('dnserr', prefix !== undefined && types.includes('AAAA') ? 'host_part' : 'type')
}

/** The answer for a name without one. */
export function refusal(answer: DdnsAnswer, problem: DdnsProblem | null): NameAnswer {
  return { answer, addresses: [], problem }
}

/** One answer for the record sets of a name: a problem counts more than a change, and a change more than none. */
function answerOf(wanted: readonly WantedAddresses[], written: readonly Written[]): NameAnswer {
  const problem = written.find((each) => each !== 'good' && each !== 'nochg')
  if (problem === 'busy') return refusal('911', problem)
  if (problem !== undefined) return refusal('dnserr', problem)
  return {
    answer: written.includes('good') ? 'good' : 'nochg',
    addresses: wanted.flatMap(({ data }) => data),
    problem: null,
  }
}
