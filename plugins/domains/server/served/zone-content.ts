/** Everything about a zone that the server needs, read from the database. */
import { readTsigKey, type ResourceRecord, type TsigKey } from '@host/dns'
import type * as library from '@host/dns/server'
import type { AliasAddresses, ServedZone, UpdateGrant } from '@host/dns/server'
import type { DnsRecordSet, PluginContext, ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { aliasType } from '../records/alias-type.ts'
import { readServedSets } from './served-rows.ts'
import type { AliasFamily, AliasState } from './models.ts'
import type { Serving } from './serving.ts'
import { openKeySecret } from './key-secrets.ts'
import type { ZoneHead } from './zone-heads.ts'

/** The library of the server, which is loaded with the first zone. */
export type DnsLibrary = typeof library

/** A key that the server knows. */
export interface ServedKey {
  readonly id: string
  readonly createdBy: string
  readonly key: TsigKey
  readonly mayTransfer: boolean
  readonly grants: readonly UpdateGrant[]
}

/** A version of a zone in memory. */
export interface LoadedZone {
  readonly head: ZoneHead
  readonly zone: ServedZone
  readonly secondaries: ReadonlySet<string>
  readonly keys: readonly ServedKey[]
}

/** Dependencies of a load. */
export interface LoadParts {
  readonly library: DnsLibrary
  readonly parts: Pick<Parts, 'ctx'>
  readonly serving: Pick<Serving, 'names' | 'effectiveSerial'>
}

/**
 * Reads a zone; its records only where its serial is another one than that of the version before. Its serial is read first: when
 * it changes meanwhile, newer records are served with the older serial until the zone is loaded again.
 * @returns undefined for one that is gone @throws DnsError for records that can't be served
 */
export async function loadZone(
  load: LoadParts,
  head: ZoneHead,
  before: LoadedZone | undefined,
): Promise<LoadedZone | undefined> {
  const { library, serving, parts } = load
  const db = parts.ctx.db.inWorkspace(head.orgId, 'serve a DNS zone')
  const row = await selectRow(db, head.id)
  if (row === undefined) return undefined
  const { revision, secondaries, alias } = row
  const serial = serving.effectiveSerial(row.serial)
  const isSame = before?.head.id === head.id && before.zone.serial === serial
  const zone = isSame ? before.zone : await build(load, db, { id: head.id, name: head.name, serial })
  return {
    head: { ...head, serial: row.serial, revision },
    zone: alias === null ? zone.withAlias(undefined) : withAddresses(library, zone, alias),
    secondaries: new Set(secondaries.map(({ address }) => address)),
    keys: await readKeys(parts.ctx, db, head),
  }
}

function withAddresses({ aliasEntry }: DnsLibrary, zone: ServedZone, alias: AliasState): ServedZone {
  return zone.withAlias(aliasEntry(addressesOf(alias)), aliasEntry(transferredOf(alias)))
}

/** The addresses that secondaries get: they answer with the last ones while this server fails. */
export function transferredOf({ ttl, ipv4, ipv6 }: AliasState): AliasAddresses {
  return { ttl, ipv4: knownAddresses(ipv4) ?? ipv4.last, ipv6: knownAddresses(ipv6) ?? ipv6.last }
}

/** The addresses with which the ALIAS record of a zone is answered. */
export function addressesOf({ ttl, ipv4, ipv6 }: AliasState): AliasAddresses {
  return { ttl, ipv4: knownAddresses(ipv4), ipv6: knownAddresses(ipv6) }
}

function knownAddresses({ addresses, foundAt }: AliasFamily): readonly string[] | undefined {
  return foundAt === null ? undefined : addresses
}

async function selectRow(db: ReadQueries<Tables>, id: string) {
  const rows = db.selectFrom('domains_served_zones').select(['serial', 'revision', 'secondaries', 'alias'])
  return await rows.where('id', '=', id).executeTakeFirst()
}

async function build(
  { library, serving }: LoadParts,
  db: ReadQueries<Tables>,
  zone: { readonly id: string; readonly name: string; readonly serial: number },
): Promise<ServedZone> {
  const records: ResourceRecord[] = [startOfAuthority(zone, serving.names[0])]
  for await (const page of readServedSets(db, zone.id)) {
    for (const set of page) if (set.type !== aliasType) records.push(...recordsOf(set))
  }
  return await library.buildServedZoneInSteps(`${zone.name}.`, records)
}

/** The SOA record of a zone, with times in seconds: refresh, retry, expire, and the time that a missing name is cached. */
export function startOfAuthority(
  { name, serial }: { readonly name: string; readonly serial: number },
  server: string,
): ResourceRecord {
  return {
    name: `${name}.`,
    type: 'SOA',
    ttl: 3_600,
    data: `${server}. hostmaster.${name}. ${serial} 3600 600 1209600 300`,
  }
}

/** The records of a set. */
export function recordsOf({ name, type, ttl, data }: DnsRecordSet): readonly ResourceRecord[] {
  return data.map((each) => ({ name: `${name}.`, type, ttl, data: each }))
}

async function readKeys(
  ctx: Pick<PluginContext, 'decrypt'>,
  db: ReadQueries<Tables>,
  { id, orgId }: ZoneHead,
): Promise<readonly ServedKey[]> {
  const rows = await db
    .selectFrom('domains_dns_keys')
    .select(['id', 'name', 'algorithm', 'seal', 'secret', 'names', 'types', 'may_transfer', 'created_by'])
    .where('served_id', '=', id)
    .execute()
  const keys: ServedKey[] = []
  for (const row of rows) {
    const secret = await openKeySecret(ctx, orgId, row)
    const grants = row.names.map((name): UpdateGrant => {
      const isBelow = name.startsWith('*.')
      const whole = `${isBelow ? name.slice(2) : name}.`
      return { name: whole, covers: isBelow ? 'below' : 'name', types: row.types.length === 0 ? 'all' : row.types }
    })
    const key = readTsigKey({ name: row.name, algorithm: row.algorithm, secret })
    keys.push({ id: row.id, createdBy: row.created_by, key, mayTransfer: row.may_transfer, grants })
  }
  return keys
}
