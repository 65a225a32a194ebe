import { Problem, type FieldProblem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import type { ZoneServer } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { selectZone } from '../zones/zone-rows.ts'
import type { Secondary } from './models.ts'
import { readAddress } from '../records/read-address.ts'
import { findServed, lockServed, type ServedRow } from './served-rows.ts'
import { noteRevision, type Serving } from './serving.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>

/** A zone that this host serves. */
export interface ServedPlace {
  readonly serving: Serving
  readonly row: ServedRow
}

/** @throws Problem `not_found` for a zone of another provider, and where this host answers no DNS */
export async function requireServed(
  { serving }: Pick<Parts, 'serving'>,
  db: ReadQueries<Tables>,
  zoneId: string,
): Promise<ServedPlace> {
  const row = await findServed(db, (await selectZone(db, zoneId)).name)
  if (serving === undefined || row === undefined) throw new Problem('not_found')
  return { serving, row }
}

/** How a zone is served. @throws Problem as `requireServed` */
export async function zoneServerOf(
  parts: Pick<Parts, 'serving'>,
  db: ReadQueries<Tables>,
  zoneId: string,
): Promise<ZoneServer> {
  const { serving, row } = await requireServed(parts, db, zoneId)
  const { serial, secondaries, alias } = row
  return {
    names: [...serving.names],
    serial: serving.effectiveSerial(serial),
    secondaries: secondaries.map(({ address, port }) => ({ address, port })),
    alias: alias && {
      target: alias.target,
      addresses: [...alias.ipv4.addresses, ...alias.ipv6.addresses],
      foundAt:
        [alias.ipv4.foundAt, alias.ipv6.foundAt]
          .filter((at) => at !== null)
          .toSorted()
          .at(-1) ?? null,
    },
  }
}

/** Sets the secondaries of a zone. @throws Problem `invalid_input` naming each; as `requireServed` */
export async function setSecondaries(
  parts: Pick<Parts, 'serving'>,
  { db, audit }: Scope,
  { id, secondaries }: { readonly id: string; readonly secondaries: readonly Secondary[] },
): Promise<ZoneServer> {
  const wanted = readSecondaries(secondaries)
  const { serving, row: found } = await requireServed(parts, db, id)
  await db.transaction(async (tx) => {
    const row = await lockServed(tx, found.name)
    if (row === undefined) throw new Problem('not_found')
    const shown = (list: readonly Secondary[]) => list.map(({ address }) => address).join(' ')
    audit.describe({
      target: `dns_zone:${id}`,
      before: { secondaries: shown(row.secondaries) },
      after: { secondaries: shown(wanted) },
    })
    await tx.updateTable('domains_served_zones').set({ secondaries: wanted }).where('id', '=', row.id).execute()
    await noteRevision(tx, serving, row)
  })
  return await zoneServerOf(parts, db, id)
}

function readSecondaries(given: readonly Secondary[]): readonly Secondary[] {
  const errors: FieldProblem[] = []
  const seen = new Set<string>()
  const wanted = given.map(({ address, port }, place) => {
    const path = `secondaries.${place}.address`
    const canonical = readAddress(address)
    if (canonical === undefined) errors.push({ path, message: texts.address })
    else if (seen.has(canonical)) errors.push({ path, message: texts.twice })
    seen.add(canonical ?? address)
    return { address: canonical ?? address, port }
  })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return wanted
}

const texts = {
  address: { en: 'Enter an IPv4 or IPv6 address.', zh: '请输入 IPv4 或 IPv6 地址。' },
  twice: { en: 'This address is in the list twice.', zh: '此地址重复出现。' },
}
