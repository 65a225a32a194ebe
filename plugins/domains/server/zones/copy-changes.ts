import type { DnsRecordSet } from '@host/plugin'
import { isSameValue, keyOf, keyText, valueOf } from '../records/record-set.ts'
import { byKey, type CopyChange } from './zone-copy.ts'

/** A difference between the copy and the provider. */
export interface CopyDifference extends CopyChange {
  readonly key: string
  readonly before: DnsRecordSet | undefined
}

/** The changes that make a copy the same as the record sets of the provider. */
export function copyChanges(
  copy: readonly DnsRecordSet[],
  present: readonly DnsRecordSet[],
): readonly CopyDifference[] {
  const known = byKey(copy)
  const changes: CopyDifference[] = []
  for (const [key, set] of byKey(present)) {
    const before = known.get(key)
    known.delete(key)
    const value = valueOf(set)
    if (before !== undefined && isSameValue(valueOf(before), value)) continue
    changes.push({ ...keyOf(key), key, before, value })
  }
  const gone = [...known.values()].map((before) => ({ ...keyOf(keyText(before)), key: keyText(before), before }))
  return [...changes, ...gone.map((each) => ({ ...each, value: null }))]
}
