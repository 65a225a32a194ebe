import type { ChangesetsService, JournaledStep } from '@host/plugin'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { isSameValue, type RecordValue } from '../records/record-set.ts'
import type { CopyDifference } from './copy-changes.ts'
import type { ZoneRow } from './zone-rows.ts'

const looked = 20
const pageSize = 200

/**
 * Keys whose difference is our own: of changesets that were ended half-done since the last read, which settle nothing.
 * Their history explains it already.
 */
export async function leftKeys(
  { changesets }: Pick<Parts, 'changesets'>,
  { orgId, row }: { readonly orgId: string; readonly row: Pick<ZoneRow, 'id' | 'read_at'> },
  changes: readonly CopyDifference[],
): Promise<ReadonlySet<string>> {
  const { items } = await changesets.history(orgId, { kind: recordSets, target: row.id }, { limit: looked })
  const since = row.read_at ?? ''
  const left = items.filter(({ state, finishedAt }) => state === 'left' && (finishedAt ?? '') >= since)
  const present = new Map(changes.map(({ key, value }) => [key, value]))
  const keys = new Set<string>()
  for (const { id } of left) {
    for (const { key, after, state } of await allSteps(changesets, orgId, id)) {
      const value = present.get(key)
      if (state === 'applied' && value !== undefined && isSame(value, after as RecordValue | null)) keys.add(key)
    }
  }
  return keys
}

async function allSteps(changesets: ChangesetsService, orgId: string, id: string): Promise<readonly JournaledStep[]> {
  const steps: JournaledStep[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await changesets.steps(orgId, id, { limit: pageSize, cursor })
    steps.push(...page.items)
    cursor = page.nextCursor
  }
  return steps
}

function isSame(one: RecordValue | null, other: RecordValue | null): boolean {
  return one === null || other === null ? one === other : isSameValue(one, other)
}
