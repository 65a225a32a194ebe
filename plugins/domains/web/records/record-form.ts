import type { ListedRecordSet, WantedSet } from '../../shared.ts'
import type { Draft } from './drafts.ts'
import { usualTtl, type TtlBounds } from './ttl-options.ts'

/** Values of the editor. */
export interface RecordForm {
  readonly name: string
  readonly type: string
  readonly ttl: number
  readonly values: readonly string[]
  readonly comment: string
  readonly isProxied: boolean
}

/** The values that the editor begins with: those of the draft, of the record set, or of a new one. */
export function formOf(
  set: ListedRecordSet | null,
  draft: Draft | undefined,
  first: { type: string; ttl: TtlBounds },
): RecordForm {
  const wanted: Partial<WantedSet> = draft?.after ?? {}
  const data = wanted.data ?? set?.data ?? ['']
  return {
    name: wanted.name ?? set?.name ?? '',
    type: wanted.type ?? set?.type ?? first.type,
    ttl: wanted.ttl ?? set?.ttl ?? usualTtl(first.ttl),
    values: data,
    comment: wanted.comment ?? set?.comment ?? '',
    isProxied: wanted.isProxied ?? set?.isProxied ?? false,
  }
}

/** Which members of a record set the provider stores. */
export interface RecordExtras {
  readonly hasComments: boolean
  readonly hasProxy: boolean
}

/** The record set that the editor's values say. */
export function wantedOfForm(form: RecordForm, { hasComments, hasProxy }: RecordExtras): WantedSet {
  const { name, type, ttl, values, comment, isProxied } = form
  return {
    name: name.trim(),
    type,
    ttl,
    data: values.map((value) => value.trim()).filter((value) => value !== ''),
    ...(hasComments && { comment: comment.trim() === '' ? null : comment.trim() }),
    ...(hasProxy && { isProxied }),
  }
}
