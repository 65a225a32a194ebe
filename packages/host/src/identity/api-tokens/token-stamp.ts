import { hash } from 'node:crypto'

/**
 * Stands for a secret of a token where what was asked for with it is kept until later. It is made of what only the
 * database knows, so nobody makes one up, and it opens nothing from outside; another secret has another stamp.
 */
export function tokenStamp(tokenHash: string): string {
  return hash('sha256', `stamp of the token ${tokenHash}`, 'base64url')
}
