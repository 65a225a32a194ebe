import { licenseLimits } from '../../shared.ts'
import type { Queries, ScopedDatabase } from '@host/plugin'
import { licenseActivated } from './license-events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

interface Machine {
  readonly orgId: string
  readonly licenseId: string
  readonly productId: string
  readonly fingerprint: string
  readonly name: string
}

/** Undoes the transaction of an activation that is one too many. */
class TooMany extends Error {}

/**
 * Activates a machine, once for each fingerprint. The database decides: of many callers at once, on however many
 * processes, no more than the limit have the machine counted.
 * @returns undefined where the license has no machine left, or was suspended or revoked meanwhile
 */
export async function activate(
  { events }: Parts,
  db: ScopedDatabase<Tables>,
  { orgId, licenseId, productId, fingerprint, name }: Machine,
): Promise<'activated' | 'known' | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const added = await tx
        .insertInto('products_activations')
        .values({ license_id: licenseId, fingerprint, name })
        .onConflict((conflict) => conflict.columns(['org_id', 'license_id', 'fingerprint']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added === undefined) return 'known'
      if (!(await takeMachine(tx, licenseId))) throw new TooMany()
      await events.publish(licenseActivated, orgId, { licenseId, productId, machineId: added.id, name })
      return 'activated'
    })
  } catch (error) {
    if (error instanceof TooMany) return undefined
    throw error
  }
}

async function takeMachine(tx: Queries<Tables>, licenseId: string): Promise<boolean> {
  const taken = await tx
    .updateTable('products_licenses')
    .set((set) => ({ machines: set('machines', '+', 1) }))
    .where('id', '=', licenseId)
    .where('status', '=', 'active')
    .where('machines', '<', licenseLimits.machines)
    .where((where) => where.or([where('max_machines', 'is', null), where('machines', '<', where.ref('max_machines'))]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Deactivates a machine, by its fingerprint or ID. @returns whether it was active */
export async function deactivate(
  db: ScopedDatabase<Tables>,
  licenseId: string,
  machine: { readonly fingerprint: string } | { readonly id: string },
): Promise<boolean> {
  const [column, value] =
    'id' in machine ? (['id', machine.id] as const) : (['fingerprint', machine.fingerprint] as const)
  return await db.transaction(async (tx) => {
    // In the order of an activation, so that both never wait for each other.
    const gone = await tx
      .deleteFrom('products_activations')
      .where('license_id', '=', licenseId)
      .where(column, '=', value)
      .returning('id')
      .executeTakeFirst()
    if (gone === undefined) return false
    await tx
      .updateTable('products_licenses')
      .set((set) => ({ machines: set('machines', '-', 1) }))
      .where('id', '=', licenseId)
      .execute()
    return true
  })
}
