import type { ZoneUpdate } from '../client/send-update.ts'
import { isSameName, isWithin } from '../names.ts'

/** Records that a key may change. */
export interface UpdateGrant {
  /** Absolute. */
  readonly name: string
  /** Whether the grant covers the names below, too. */
  readonly includesBelow: boolean
  /** Types of records, such as `TXT`; `all` also lets the key delete a name with every type. */
  readonly types: readonly string[] | 'all'
}

/** The first change that no grant covers; `undefined` where the key may make all of them. */
export function findRefusedUpdate(
  updates: readonly ZoneUpdate[],
  grants: readonly UpdateGrant[],
): ZoneUpdate | undefined {
  return updates.find((update) => !grants.some((grant) => covers(grant, update)))
}

function covers({ name, includesBelow, types }: UpdateGrant, update: ZoneUpdate): boolean {
  const changed = update.action === 'add' ? update.record : update
  const coversName = includesBelow ? isWithin(changed.name, name) : isSameName(changed.name, name)
  if (!coversName || types === 'all') return coversName
  return 'type' in changed && types.includes(changed.type)
}
