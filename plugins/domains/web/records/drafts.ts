import type { ClientError } from '@host/plugin-sdk'
import type { ListedRecordSet, WantedSet } from '../../shared.ts'

/** A change that waits to be planned. */
export interface Draft {
  /** Of the record set that there is; `new:` and a number for one that is added. */
  readonly key: string
  readonly before: ListedRecordSet | null
  /** Null deletes it. */
  readonly after: WantedSet | null
}

/** Changes that wait, by their key. */
export type Drafts = ReadonlyMap<string, Draft>

/** Messages by the field of a draft: `name`, `type`, `ttl`, `data`, `data.0`, `comment`, `isProxied`. */
export type DraftErrors = Readonly<Record<string, string>>

/** The key of a record set. */
export const recordKey = ({ name, type }: Pick<ListedRecordSet, 'name' | 'type'>): string => `${name} ${type}`

/** Whether a tool outside manages the record set, and the workspace has not taken it over. */
export const isReadOnly = ({ foreignOwner, takeover }: ListedRecordSet): boolean =>
  foreignOwner !== null && takeover === null

/** Begins the key of a record set that is added. */
export const newPrefix = 'new:'

/** The record set as it is to be; undefined for one that is left or deleted. */
export function wantedOf(set: ListedRecordSet): WantedSet {
  const { name, type, ttl, data, comment, isProxied } = set
  return { name: `${name}.`, type, ttl, data: [...data], comment, isProxied }
}

/** Adds a change. One that changes nothing is dropped. */
export function withDraft(drafts: Drafts, draft: Draft): Drafts {
  const next = new Map(drafts)
  if (isUnchanged(draft)) next.delete(draft.key)
  else next.set(draft.key, draft)
  return next
}

function isUnchanged({ before, after }: Draft): boolean {
  if (before === null || after === null) return before === after
  return (
    before.ttl === after.ttl &&
    (before.comment ?? '') === (after.comment ?? '') &&
    before.isProxied === (after.isProxied ?? before.isProxied) &&
    before.data.length === after.data.length &&
    before.data.every((text, place) => text === after.data[place])
  )
}

/** The input of a plan. */
export function planOf(drafts: Drafts) {
  const all = [...drafts.values()]
  return {
    set: all.flatMap(({ after }) => (after === null ? [] : [after])),
    delete: all.flatMap(({ before, after }) =>
      after !== null || before === null ? [] : [{ name: `${before.name}.`, type: before.type }],
    ),
  }
}

/** The server's errors for a plan. */
export interface PlanErrors {
  /** By the key of their draft. */
  readonly drafts: ReadonlyMap<string, DraftErrors>
  /** The error of the plan as a whole; null when every message belongs to a draft. */
  readonly rest: ClientError | null
}

/** Splits the error of a plan into messages at its drafts, and the rest. */
export function planErrors(error: ClientError, drafts: Drafts): PlanErrors {
  const all = [...drafts.values()]
  const keys = {
    set: all.filter(({ after }) => after !== null).map(({ key }) => key),
    delete: all.filter(({ after }) => after === null).map(({ key }) => key),
  }
  const messages = error.problem?.errors ?? []
  const byDraft = new Map<string, DraftErrors>()
  let found = 0
  for (const { path: where, message } of messages) {
    const [list, place, ...field] = where.split('.')
    const key = list === 'set' || list === 'delete' ? keys[list][Number(place)] : undefined
    if (key === undefined) continue
    byDraft.set(key, { ...byDraft.get(key), [field.join('.')]: message })
    found++
  }
  return { drafts: byDraft, rest: found > 0 && found === messages.length ? null : error }
}
