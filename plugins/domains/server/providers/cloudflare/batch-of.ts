/**
 * The batch that makes the records of one set those of another. Records that stay are changed rather than replaced, so
 * they keep their ID, their tags, and the settings that do not change for the set. Cloudflare applies a batch whole: deletions, then changes, then creations.
 */
import type { DnsRecordSet } from '@host/plugin'
import { dataKey } from '../record-sets.ts'
import { contentOf, dataOf, type CloudflareRecord, type RecordContent } from './record-content.ts'
import {
  commonSettings,
  sentSettings,
  settingsOf,
  settingsOfSet,
  type SentSettings,
  type SetSettings,
} from './set-settings.ts'

/** The body of a batch. */
export interface CloudflareBatch {
  readonly deletes: readonly { readonly id: string }[]
  readonly patches: readonly (RecordContent & { readonly id: string })[]
  readonly posts: readonly RecordContent[]
}

/** @throws Problem `invalid_input` as `sentSettings` */
export function batchOf(records: readonly CloudflareRecord[], after: DnsRecordSet | null): CloudflareBatch {
  if (after === null) return { deletes: records.map(({ id }) => ({ id })), patches: [], posts: [] }
  const { type } = after
  const wanted = new Map(after.data.map((data) => [dataKey(type, data), data]))
  const kept = records.filter((record) => wanted.delete(dataKey(type, dataOf(record))))
  const free = records.filter((record) => !kept.includes(record))
  const fresh = [...wanted.values()]
  const changed = free.slice(0, fresh.length)
  const staying = records.filter((record) => kept.includes(record) || changed.includes(record))
  const sent = sentSettings({
    before: commonSettings(records.map(settingsOf)),
    after: settingsOfSet(after),
    staying: staying.map(settingsOf),
    hasNew: fresh.length > changed.length,
  })
  const patches = [
    ...kept.map((record) => ({ id: record.id, ...patchOf(record, settingsOfSet(after), sent) })),
    ...changed.map((record, at) => {
      return { id: record.id, ...patchOf(record, settingsOfSet(after), sent), ...contentOf(type, fresh[at] ?? '') }
    }),
  ]
  return {
    deletes: free.slice(fresh.length).map(({ id }) => ({ id })),
    patches: patches.filter((patch) => Object.keys(patch).length > 1),
    posts: fresh.slice(changed.length).map((data) => {
      return { name: after.name, type, ...newSettings(settingsOfSet(after)), ...contentOf(type, data) }
    }),
  }
}

/** The sent settings that a record has not yet. */
function patchOf(record: CloudflareRecord, after: SetSettings, sent: SentSettings): object {
  const own = settingsOf(record)
  const isProxied = (sent.has('isProxied') ? after : own).isProxied
  const ttl = isProxied ? 1 : after.ttl
  const keepsTtl = record.ttl === ttl || (!isProxied && own.ttl === ttl)
  return {
    ...((sent.has('ttl') || sent.has('isProxied')) && !keepsTtl && { ttl }),
    ...(sent.has('comment') && own.comment !== after.comment && { comment: after.comment }),
    ...(own.isProxied !== isProxied && { proxied: isProxied }),
  }
}

function newSettings({ ttl, comment, isProxied }: SetSettings): object {
  return { ttl: isProxied ? 1 : ttl, ...(comment !== '' && { comment }), ...(isProxied && { proxied: true }) }
}
