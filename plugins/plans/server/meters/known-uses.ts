/**
 * Uses that were counted. Most of the time of counting goes into the indexes of this table, so it has few and small ones:
 * a digest finds a use again, and IDs that begin with their time find old ones.
 */
import { hash } from 'node:crypto'
import type { MeterUse, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const prefix = 'meteruse'

/** The least ID of a use that was counted at a moment or later. */
export function firstIdAt(moment: number): string {
  let text = ''
  for (let rest = moment, place = 0; place < 10; place += 1) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return `${prefix}_${text}`
}

/** Stores uses of a workspace by their key. @returns those that were not known */
export async function storeUnknown(
  tx: Queries<Tables>,
  { uses, now }: { readonly uses: readonly MeterUse[]; readonly now: number },
): Promise<readonly MeterUse[]> {
  const byKey = new Map(uses.map((use) => [keyOf(use), use]))
  const start = firstIdAt(now)
  const rows = [...byKey.keys()].map((key) => ({ id: start + hash('sha256', key).slice(0, 16), key }))
  const stored = await tx
    .insertInto('plans_known_uses')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute()
  return stored.flatMap(({ key }) => byKey.get(key) ?? [])
}

function keyOf({ orgId, meter, id }: MeterUse): string {
  return hash('sha256', `${orgId} ${meter} ${id}`, 'base64url').slice(0, 22)
}
