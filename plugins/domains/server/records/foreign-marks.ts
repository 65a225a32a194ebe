/**
 * Marks that tools outside put into zones: external-dns adds a TXT record beside each record that it manages, at the same
 * name, or at one whose first label begins with the type.
 */
import type { DnsRecordKey } from '@host/plugin'
import { keyText } from './record-set.ts'

/** A record set that is a mark, with the tool that it names. */
export interface Mark {
  /** Of the TXT record set. */
  readonly name: string
  readonly owner: string
}

const longestOwner = 100
const managedTypes = ['A', 'AAAA', 'CNAME', 'NS', 'TXT', 'SRV', 'MX'] as const

/** The tool that a record set is a mark of; null for any other. */
export function markOf({ type, data }: { readonly type: string; readonly data: readonly string[] }): string | null {
  const mark = type === 'TXT' ? data.find((text) => text.startsWith('"heritage=external-dns')) : undefined
  if (mark === undefined) return null
  const owner = /external-dns\/owner=([^,"]+)/.exec(mark)?.[1]
  return (owner === undefined ? 'external-dns' : `external-dns (${owner})`).slice(0, longestOwner)
}

/** The tools outside that manage record sets, by the text of their keys. */
export function foreignOwners(marks: readonly Mark[]): ReadonlyMap<string, string> {
  return new Map(marks.flatMap(({ name, owner }) => markedKeys(name).map((key) => [keyText(key), owner] as const)))
}

/** The record sets that a mark at a name may stand for, itself included. */
function markedKeys(name: string): readonly DnsRecordKey[] {
  const same = managedTypes.map((type) => ({ name, type }))
  const typed = managedTypes.flatMap((type) => {
    const prefix = `${type.toLowerCase()}-`
    return name.startsWith(prefix) ? [{ name: name.slice(prefix.length), type }] : []
  })
  return [...same, ...typed]
}
