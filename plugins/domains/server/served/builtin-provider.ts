/**
 * The provider of this host itself: its DNS server answers from these rows. An account of it has the domains that the
 * workspace has verified.
 */
import type {
  DnsAccount,
  DnsCallOptions,
  DnsCapabilities,
  DnsProvider,
  DnsProviderZone,
  DnsRecordChange,
  DnsRecordKey,
  DnsRecordSet,
  DnsZoneRecords,
  Queries,
  ReadQueries,
  ScopedDatabase,
} from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import { challengeRecord } from '../claims/challenge.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { checkChange } from '../providers/check-change.ts'
import { conflict, zoneNotFound } from '../providers/provider-problems.ts'
import { isSameRecordSet, onlyKeys } from '../providers/record-sets.ts'
import { aliasType } from '../records/alias-type.ts'
import { quoted } from '../records/record-set.ts'
import { lookUpAlias, unknownFamily, type LookupParts } from './alias-addresses.ts'
import { nextDelay } from './follow-aliases.ts'
import type { AliasState } from './models.ts'
import { findServed, lockServed, readServedSets } from './served-rows.ts'
import { raiseSerial, type Serving } from './serving.ts'
import { bucketOf } from './zone-heads.ts'
import { beginningSerial, storeLastSerial } from './zone-serials.ts'

const capabilities: DnsCapabilities = {
  types: ['*', aliasType],
  ttl: { min: 0, max: 2_147_483_647 },
  hasComments: true,
  hasProxy: false,
  isAtomic: true,
}

/** The provider without an account. */
export const builtinFacts = Object.freeze<Omit<DnsProvider, 'open'>>({
  title: 'Built-in DNS server',
  fields: [],
  capabilities,
})

/** A workspace, and the server that answers for its zones. */
export interface BuiltinPlace {
  readonly parts: Pick<Parts, 'ctx' | 'jobs' | 'clock' | 'nameServers'>
  readonly serving: Serving
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
}

/** The provider in a workspace. */
export function openBuiltinProvider(place: BuiltinPlace): DnsProvider {
  return Object.freeze<DnsProvider>({ ...builtinFacts, open: () => new BuiltinAccount(place) })
}

class BuiltinAccount implements DnsAccount {
  readonly #place: BuiltinPlace

  constructor(place: BuiltinPlace) {
    this.#place = place
  }

  /** The domains that the workspace has verified: a zone of another name is never served. */
  async zones(): Promise<readonly DnsProviderZone[]> {
    const domains = this.#place.db.selectFrom('domains_domains').select('name')
    const proved = await domains.where('state', 'in', ['verified', 'failing']).execute()
    return proved.map(({ name }) => ({ id: name, name }))
  }

  /** A zone that is not served yet has the records that it begins with. */
  async records(
    { id }: DnsProviderZone,
    { keys }: { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    const { db, serving } = this.#place
    const row = await findServed(db, id)
    if (row === undefined) return { sets: await firstSets(db, id, serving.names), readOnly: [] }
    const sets: DnsRecordSet[] = []
    for await (const page of readServedSets(db, row.id)) sets.push(...page)
    return onlyKeys({ sets, readOnly: [] }, keys)
  }

  async write(zone: DnsProviderZone, change: DnsRecordChange, { signal }: DnsCallOptions): Promise<void> {
    const { parts, serving, db, orgId } = this.#place
    const { name, type, before, after } = checkChange(change, { zone, capabilities })
    const alias = type === aliasType && after !== null ? await newAlias(parts, after, signal) : null
    await db.transaction(async (tx) => {
      const row = await lockServed(tx, zone.id)
      if (row === undefined) throw zoneNotFound()
      const own = tx.selectFrom('domains_served_sets').select('value').where('served_id', '=', row.id)
      const found = await own.where('name', '=', name).where('type', '=', type).executeTakeFirst()
      const present = found?.value ?? null
      if (isSameRecordSet(present, after)) return
      if (!isSameRecordSet(present, before)) throw conflict()
      const sets = tx.deleteFrom('domains_served_sets').where('served_id', '=', row.id)
      await sets.where('name', '=', name).where('type', '=', type).execute()
      if (after !== null) await insertSets(tx, row.id, [after])
      if (type === aliasType) await setAlias(parts, tx, { id: row.id, alias })
      await raiseSerial(parts, serving, { tx, orgId, row })
    })
  }
}

/** An ALIAS record with its addresses, so that its name is answered from its first moment. */
async function newAlias(parts: LookupParts, { data, ttl }: DnsRecordSet, signal: AbortSignal): Promise<AliasState> {
  const state = { target: data[0] ?? '', mostTtl: ttl, ttl, ipv4: unknownFamily, ipv6: unknownFamily }
  return await lookUpAlias(parts, state, signal)
}

async function setAlias(
  { clock }: Pick<Parts, 'clock'>,
  tx: Queries<Tables>,
  { id, alias }: { readonly id: string; readonly alias: AliasState | null },
): Promise<void> {
  const alias_at = alias && momentAfter(clock(), nextDelay(alias))
  await tx.updateTable('domains_served_zones').set({ alias, alias_at }).where('id', '=', id).execute()
}

/** Seconds. */
const nameServerTtl = 86_400
const challengeTtl = 300

/** The name servers, and the proof of the domain, which has to stay when the delegation leads here. */
async function firstSets(
  db: ReadQueries<Tables>,
  name: string,
  [...servers]: readonly string[],
): Promise<readonly DnsRecordSet[]> {
  const domain = db.selectFrom('domains_domains').select('challenge').where('name', '=', name)
  const { challenge } = (await domain.executeTakeFirst()) ?? {}
  if (challenge === undefined) throw zoneNotFound()
  const proof = challengeRecord(name, challenge)
  return [
    { name, type: 'NS', ttl: nameServerTtl, data: servers.map((server) => `${server}.`).toSorted() },
    { name: proof.name, type: 'TXT', ttl: challengeTtl, data: [quoted(proof.value)] },
  ]
}

/** Begins to serve a zone. Inside the transaction that adds it. */
export async function startServing(
  parts: Pick<Parts, 'clock'>,
  serving: Serving,
  { tx, name, sets, newest }: StartedZone,
): Promise<void> {
  if ((await findServed(tx, name)) !== undefined) return
  const serial = await beginningSerial(parts, serving, { tx, name, newest })
  const values = { name, bucket: bucketOf(name), serial, secondaries: [] }
  const { id } = await tx.insertInto('domains_served_zones').values(values).returning('id').executeTakeFirstOrThrow()
  await insertSets(tx, id, sets)
  serving.changed(name)
}

interface StartedZone {
  readonly tx: Queries<Tables>
  readonly name: string
  readonly sets: readonly DnsRecordSet[]
  /** As `newestSerial` read it before the transaction. */
  readonly newest: number | undefined
}

/** Stops serving a zone of the workspace, where it is served. Inside the transaction that removes it. */
export async function stopServing(serving: Serving | undefined, tx: Queries<Tables>, name: string): Promise<void> {
  const row = await lockServed(tx, name)
  if (row === undefined) return
  await storeLastSerial(tx, row)
  await tx.deleteFrom('domains_served_zones').where('id', '=', row.id).execute()
  serving?.changed(name)
}

async function insertSets(tx: Queries<Tables>, servedId: string, sets: readonly DnsRecordSet[]): Promise<void> {
  const rows = sets.map((value) => ({ served_id: servedId, name: value.name, type: value.type, value }))
  if (rows.length > 0) await tx.insertInto('domains_served_sets').values(rows).execute()
}
