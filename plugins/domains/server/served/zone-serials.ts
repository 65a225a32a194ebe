/**
 * A serial belongs to the name of a zone: it never goes back, also when the zone is removed and added again, by any workspace,
 * after changes that put it ahead of the time. Secondaries would not transfer the zone otherwise (RFC 1982). An erased workspace
 * takes the serials of its zones with it, since their names are its data.
 */
import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { firstSerial, isNewerSerial, nextSerial } from './serial.ts'
import { lockServed } from './served-rows.ts'
import { raiseSerial, type Serving } from './serving.ts'

/** The newest serial that a zone of this name has or had in any workspace; undefined for a new name. Outside of a transaction. */
export async function newestSerial(
  { db }: Pick<PluginContext<Tables>, 'db'>,
  name: string,
): Promise<number | undefined> {
  const all = db.asInstance('read the serials of a zone')
  const rows = await Promise.all([
    all.selectFrom('domains_served_zones').select('serial').where('name', '=', name).execute(),
    all.selectFrom('domains_last_serials').select('serial').where('name', '=', name).execute(),
  ])
  return newestOf(rows.flat().map(({ serial }) => serial))
}

/** The serial with which a zone begins. @param newest as `newestSerial` read it before the transaction */
export async function beginningSerial(
  { clock }: Pick<Parts, 'clock'>,
  serving: Pick<Serving, 'effectiveSerial'>,
  { tx, name, newest }: { readonly tx: Queries<Tables>; readonly name: string; readonly newest: number | undefined },
): Promise<number> {
  // The zone may have been removed meanwhile.
  const own = tx.selectFrom('domains_last_serials').select('serial').where('name', '=', name)
  const { serial = newest } = (await own.executeTakeFirst()) ?? {}
  const last = newestOf([serial, newest].filter((each) => each !== undefined))
  return last === undefined ? firstSerial(clock()) : nextSerial(serving.effectiveSerial(last), clock())
}

/** Stores the serial of a zone that is removed. */
export async function storeLastSerial(
  tx: Queries<Tables>,
  { name, serial }: { readonly name: string; readonly serial: number },
): Promise<void> {
  await tx.deleteFrom('domains_last_serials').where('name', '=', name).execute()
  await tx.insertInto('domains_last_serials').values({ name, serial }).execute()
}

/** Raises the serial of a zone whose domain comes back, where another workspace has served a newer one meanwhile. */
export async function passSerial(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  serving: Serving,
  { tx, orgId, ...last }: Passing,
): Promise<void> {
  const row = await lockServed(tx, last.name)
  if (row === undefined || !isNewerSerial(last.newest, row.serial)) return
  await raiseSerial(parts, serving, { tx, orgId, row: { ...row, serial: last.newest } })
}

interface Passing {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly name: string
  readonly newest: number
}

function newestOf(serials: readonly number[]): number | undefined {
  const [first, ...others] = serials
  return others.reduce((newest, each) => (newest === undefined || isNewerSerial(each, newest) ? each : newest), first)
}
