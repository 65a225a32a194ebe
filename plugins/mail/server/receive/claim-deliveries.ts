import type { Queries } from '@host/plugin'
import type { Folder } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import type { Tables } from '../models.ts'
import { knownFor } from './fingerprint.ts'
import type { Incoming } from './incoming.ts'

/** A mailbox that gets a message, and how its delivery is known again. */
export interface Target {
  readonly mailboxId: string
  readonly folder: Extract<Folder, 'inbox' | 'spam'>
  readonly fingerprint: string
}

/** A message on its way to mailboxes. */
export interface Claim {
  readonly source: Incoming['source']
  readonly receivedAt: string
  readonly targets: readonly Target[]
}

export type Stored = 'stored' | 'duplicate' | 'unknown'

const countedOf = ({ mailboxId, folder }: Target) => ({ mailboxId, folder, isRead: false })

/**
 * Takes deliveries of a workspace and counts them in their folders, whose rows are there as long as their mailboxes. Changing
 * those rows also makes deliveries to one mailbox wait for each other, so that of two that are the same one is known.
 * @returns the outcome of each mailbox, for each message
 */
export async function claimDeliveries(
  tx: Queries<Tables>,
  claims: readonly Claim[],
): Promise<readonly ReadonlyMap<string, Stored>[]> {
  const counts = new CountChanges()
  for (const { targets } of claims) for (const target of targets) counts.add(countedOf(target))
  const there = await applyCounts(tx, counts)
  const isThere = ({ mailboxId, folder }: Target): boolean => there.has(`${mailboxId} ${folder}`)
  const fresh = await newFingerprints(
    tx,
    claims.map((claim) => ({ ...claim, targets: claim.targets.filter(isThere) })),
  )
  const again = new CountChanges()
  const outcomes = claims.map(({ targets }) => {
    return new Map<string, Stored>(
      targets.map((target) => {
        if (!isThere(target)) return [target.mailboxId, 'unknown']
        // The second of two that are the same finds the first one's gone.
        if (fresh.delete(target.fingerprint)) return [target.mailboxId, 'stored']
        again.take(countedOf(target))
        return [target.mailboxId, 'duplicate']
      }),
    )
  })
  await applyCounts(tx, again)
  return outcomes
}

/** Notes deliveries. @returns the fingerprints of those that were not known */
async function newFingerprints(tx: Queries<Tables>, claims: readonly Claim[]): Promise<Set<string>> {
  const fresh = new Set<string>()
  for (const [source, all] of Map.groupBy(claims, (claim) => claim.source)) {
    const seen = new Map(
      all.flatMap(({ targets, receivedAt }) => targets.map(({ fingerprint }) => [fingerprint, receivedAt])),
    )
    const [earliest] = [...seen.values()].toSorted()
    if (earliest === undefined) continue
    const before = new Date(Date.parse(earliest) - knownFor[source]).toISOString()
    const rows = await tx
      .insertInto('mail_seen')
      .values([...seen].map(([fingerprint, receivedAt]) => ({ fingerprint, seen_at: receivedAt })))
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'fingerprint'])
          .doUpdateSet((set) => ({ seen_at: set.ref('excluded.seen_at') }))
          .where('mail_seen.seen_at', '<', before),
      )
      .returning('fingerprint')
      .execute()
    for (const { fingerprint } of rows) fresh.add(fingerprint)
  }
  return fresh
}
