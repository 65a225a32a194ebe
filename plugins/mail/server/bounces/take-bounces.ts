import type { ParsedMessage } from '@host/email'
import type { Parts } from '../parts.ts'
import type { Incoming } from '../receive/incoming.ts'
import { isBounceAddress, readBounceAddress } from './bounce-address.ts'
import { namedRecipients } from './named-recipients.ts'
import { takeBounce } from './take-bounce.ts'

interface Arrived {
  readonly incoming: Incoming
  readonly to: readonly string[]
  /** The message, where it was parsed already. */
  readonly early: ParsedMessage | undefined
}

/**
 * Takes what came to bounce addresses. It is not stored in any mailbox.
 * @returns the addresses that were signed here; the others go the way of all addresses
 */
export async function takeBounces(parts: Parts, { incoming, to, early }: Arrived): Promise<ReadonlySet<string>> {
  const { bytes, orgId } = incoming
  const taken = new Set<string>()
  let parsed = early
  for (const address of to.filter(isBounceAddress)) {
    const recipientId = await readBounceAddress(parts, address)
    if (recipientId === undefined) continue
    parsed ??= await parts.pool.parse(bytes)
    if ((await takeBounce(parts, { recipientId, orgId, bytes, parsed })) !== undefined) taken.add(address)
  }
  return taken
}

/** Takes a report that came to a mailbox of the workspace and names bounce addresses. It is stored there as well. */
export async function takeNamedBounces(
  parts: Parts,
  { orgId, bytes, parsed }: { readonly orgId: string; readonly bytes: Uint8Array; readonly parsed: ParsedMessage },
): Promise<void> {
  for (const recipientId of await namedRecipients(parts, parsed)) {
    await takeBounce(parts, { recipientId, orgId, bytes, parsed })
  }
}
