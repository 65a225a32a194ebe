import { hash } from 'node:crypto'

/**
 * Stands for a secret of a token where what was asked for with it is kept until later. It is made of what only the
 * database knows, so no one makes one up, and it opens nothing from outside; another secret has another stamp, and so has
 * another address that it was asked from: whoever keeps it can't say that it came from elsewhere.
 */
export function tokenStamp(tokenHash: string, address?: string): string {
  const from = address === undefined ? '' : ` from ${address}`
  return hash('sha256', `stamp of the token ${tokenHash}${from}`, 'base64url')
}
