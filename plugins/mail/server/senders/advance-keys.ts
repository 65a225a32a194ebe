import type { Queries } from '@host/plugin'
import { dkimRecordMissing } from './sender-events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { DomainDns } from './domain-dns.ts'
import { seenKeys } from './key-records.ts'
import { nextStages, type StageChange } from './next-stage.ts'
import { keysOfSender, lockSender, type KeysRow } from './sender-rows.ts'

interface Place {
  readonly db: Queries<Tables> & {
    transaction<Result>(work: (tx: Queries<Tables>) => Promise<Result>): Promise<Result>
  }
  readonly orgId: string
}

/** A change of the stage of keys. */
export type AdvancedKeys = StageChange & { readonly selector: string }

/**
 * Looks at the records of a domain's keys, and moves the keys on in one transaction. A process that dies in between has
 * changed nothing; one that looked earlier than another changes only keys whose stage is still the one it has seen.
 */
export async function advanceKeys(
  parts: Parts,
  { db, orgId }: Place,
  { id, dns }: { readonly id: string; readonly dns: DomainDns },
): Promise<readonly AdvancedKeys[]> {
  const before = await keysOfSender(db, id)
  const seen = new Map(await Promise.all(before.map(async (row) => [row.id, await seenKeys(dns, row)] as const)))
  const stages = new Map(before.map((row) => [row.id, row.stage]))
  const changes = await db.transaction(async (tx) => {
    if ((await lockSender(tx, id)) === undefined) return []
    const rows = await keysOfSender(tx, id)
    // Keys of another stage than the one that was looked at wait for the next look.
    const fresh = new Map(rows.map((row) => [row.id, stages.get(row.id) === row.stage ? seen.get(row.id) : undefined]))
    const known = new Map([...fresh].flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
    const selectors = new Map(rows.map((row) => [row.id, row]))
    const found = nextStages(rows, known, parts.clock()).map((change) => ({
      ...change,
      selector: selectors.get(change.id)?.selector ?? '',
    }))
    for (const change of found) await apply(parts, tx, { orgId, change, row: selectors.get(change.id) })
    return found
  })
  await recordAudit(parts, orgId, { id, changes })
  return changes
}

async function apply(
  { events }: Parts,
  tx: Queries<Tables>,
  {
    orgId,
    change: { id, set },
    row,
  }: { readonly orgId: string; readonly change: AdvancedKeys; readonly row: KeysRow | undefined },
): Promise<void> {
  if (set === 'delete') {
    await tx.deleteFrom('mail_signing_keys').where('id', '=', id).execute()
    return
  }
  await tx.updateTable('mail_signing_keys').set(set).where('id', '=', id).execute()
  const isGone = (set.missing_at ?? null) !== null || (row?.stage === 'waiting' && set.stage === 'publishing')
  if (isGone && row !== undefined) {
    await events.publish(dkimRecordMissing, orgId, { domain: row.domain, selector: row.selector })
  }
}

async function recordAudit(
  { ctx }: Parts,
  orgId: string,
  { id, changes }: { readonly id: string; readonly changes: readonly AdvancedKeys[] },
): Promise<void> {
  for (const { before, set, selector } of changes) {
    const stage = set === 'delete' ? 'removed' : set.stage
    if (stage === undefined) continue
    await ctx.audit.record({
      orgId,
      actor: { kind: 'host' },
      action: 'mail_sender.keys_changed',
      target: `mail_sender:${id}`,
      before: { selector, stage: before },
      after: { selector, stage },
    })
  }
}
