/**
 * Addresses of endpoints. A path or query often is a credential, so the whole address is sealed in `address`, and `url`
 * holds the displayed part: scheme, host, and the last characters of a long address. The prefix prevents older hosts
 * from sending to the displayed part: they don't accept it as an address, so their attempt fails and is retried. A row
 * without the prefix was written by an older host.
 */
import { maskAddress } from '@host/plugin/platform'
import type { Sealing } from './webhook-secret.ts'

const prefix = 'sealed:'
const mark = '…'

/** An address as it is stored. */
export interface StoredAddress {
  readonly url: string
  /** Null in a row that a host from before this wrote. */
  readonly address: string | null
}

interface SealedFor {
  readonly orgId: string
  /** Seal of the endpoint's row. */
  readonly seal: string
}

/** An address to store. */
export async function sealAddress(
  ctx: Sealing,
  { orgId, seal }: SealedFor,
  url: string,
): Promise<{ readonly url: string; readonly address: string }> {
  const address = await ctx.encrypt(url, { field: 'address', row: seal, orgId })
  return { url: prefix + maskAddress(url), address }
}

/** The address that requests go to. */
export async function openAddress(
  ctx: Sealing,
  { orgId, seal }: SealedFor,
  { url, address }: StoredAddress,
): Promise<string> {
  if (address === null || !isSealed(url)) return url
  return await ctx.decrypt(address, { field: 'address', row: seal, orgId })
}

/** Whether a stored address is sealed. */
export function isSealed(url: string): boolean {
  return url.startsWith(prefix)
}

/** A stored address as it is shown: in lists, the audit log and notifications. */
export function shownAddress(url: string): string {
  return isSealed(url) ? url.slice(prefix.length) : maskAddress(url)
}

/** Whether a shown address was sent back, whole or in part. */
export function isMasked(url: string): boolean {
  return url.includes(mark)
}

/** Parts that a response of the endpoint must not repeat: its path and query, and long pieces of them. */
export function hiddenParts(url: string): readonly string[] {
  const parsed = URL.parse(url)
  if (parsed === null) return []
  const { pathname, search, searchParams } = parsed
  const pieces = [pathname + search, ...pathname.split('/'), ...searchParams.values()]
  return pieces.filter((piece) => piece.length >= 8)
}
