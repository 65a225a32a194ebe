import { hash } from 'node:crypto'

/**
 * Identifies a secret of a token where a call made with it is stored for later. It is derived from data that only the
 * database has, so it can't be forged, and it opens nothing from outside; another secret has another stamp, and so has
 * another source address: its holder can't claim to have called from elsewhere.
 */
export function tokenStamp(tokenHash: string, address?: string): string {
  const from = address === undefined ? '' : ` from ${address}`
  return hash('sha256', `stamp of the token ${tokenHash}${from}`, 'base64url')
}
