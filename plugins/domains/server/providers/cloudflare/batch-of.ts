/**
 * The batch that makes the records of one set those of another. Records that stay are changed rather than replaced, so
 * they keep their ID and their tags. Cloudflare applies a batch whole: deletions, then changes, then creations.
 */
import type { DnsRecordSet } from '@host/plugin'
import { dataKey } from '../record-sets.ts'
import { ttlOf } from './cloudflare-sets.ts'
import { contentOf, dataOf, type CloudflareRecord, type RecordContent } from './record-content.ts'

/** The body of a batch. */
export interface CloudflareBatch {
  readonly deletes: readonly { readonly id: string }[]
  readonly patches: readonly (RecordContent & { readonly id: string })[]
  readonly posts: readonly RecordContent[]
}

export function batchOf(records: readonly CloudflareRecord[], after: DnsRecordSet | null): CloudflareBatch {
  if (after === null) return { deletes: records.map(({ id }) => ({ id })), patches: [], posts: [] }
  const { type } = after
  const wanted = new Map(after.data.map((data) => [dataKey(type, data), data]))
  const kept = records.filter((record) => wanted.delete(dataKey(type, dataOf(record))))
  const free = records.filter((record) => !kept.includes(record))
  const fresh = [...wanted.values()]
  const changed = free.slice(0, fresh.length)
  const patches = [
    ...kept.map((record) => ({ id: record.id, ...settingsOf(after, record) })),
    ...changed.map((record, at) => {
      return { id: record.id, ...settingsOf(after, record), ...contentOf(type, fresh[at] ?? '') }
    }),
  ]
  return {
    deletes: free.slice(fresh.length).map(({ id }) => ({ id })),
    patches: patches.filter((patch) => Object.keys(patch).length > 1),
    posts: fresh.slice(changed.length).map((data) => {
      return { name: after.name, type, ...settingsOf(after), ...contentOf(type, data) }
    }),
  }
}

/** The settings of a record of the set, without those that it has already. */
function settingsOf(after: DnsRecordSet, record?: CloudflareRecord): object {
  const { comment = '', isProxied = false } = after
  const ttl = isProxied ? 1 : after.ttl
  const keepsTtl = record !== undefined && (record.ttl === ttl || (!isProxied && ttlOf(record) === ttl))
  return {
    ...(!keepsTtl && { ttl }),
    ...((record?.comment ?? '') !== comment && { comment }),
    ...((record?.proxied ?? false) !== isProxied && { proxied: isProxied }),
  }
}
