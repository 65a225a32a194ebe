import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret: 256 random bits behind a prefix that scanners for leaked secrets can find. */
export function newSecret(): string {
  return `inb_${randomBytes(32).toString('base64url')}`
}

/** Only hashes are stored. Secrets are random, so a fast hash is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Stored hashes of an endpoint. */
export interface SecretHashes {
  readonly secret_hash: string
  readonly former_hash: string | null
  readonly former_until: string | null
}

/** Whether a secret is that of the endpoint, or its former one within its time; compared in constant time. */
export function isSecret(given: string, hashes: SecretHashes | undefined, now: number): boolean {
  const hash = secretHash(given)
  const { secret_hash: current = unmatched, former_hash: former = null, former_until: until = null } = hashes ?? {}
  const isCurrent = isEqual(hash, current)
  const isFormer = isEqual(hash, former ?? unmatched) && until !== null && now < Date.parse(until)
  return hashes !== undefined && (isCurrent || isFormer)
}

/** Equal to no hash, and as long. */
const unmatched = '.'.repeat(43)

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
