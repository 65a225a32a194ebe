import type { ZoneUpdate } from '../client/send-update.ts'
import { isSameName, isWithin } from '../names.ts'

/** Records that a key may change. */
export interface UpdateGrant {
  /** Absolute. */
  readonly name: string
  /** The name itself, or all names below it. */
  readonly covers: 'name' | 'below'
  /** Types of records, such as `TXT`; `all` also lets the key delete a name with every type. */
  readonly types: readonly string[] | 'all'
}

/** The first change that no grant covers; `undefined` where the key may make all of them. */
export function findRefusedUpdate(
  updates: readonly ZoneUpdate[],
  grants: readonly UpdateGrant[],
): ZoneUpdate | undefined {
  return updates.find((update) => !grants.some((grant) => isGranted(grant, update)))
}

function isGranted({ name, covers, types }: UpdateGrant, update: ZoneUpdate): boolean {
  const changed = update.action === 'add' ? update.record : update
  const isSame = isSameName(changed.name, name)
  const isCovered = covers === 'name' ? isSame : !isSame && isWithin(changed.name, name)
  if (!isCovered || types === 'all') return isCovered
  return 'type' in changed && types.includes(changed.type)
}
