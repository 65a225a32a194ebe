import { useRef } from 'react'
import { useClient, type EndpointInput } from '@host/plugin-sdk'
import { changeDraft, readDraft, type Draft } from '../../shared.ts'

export type DraftChanges = Omit<EndpointInput<typeof changeDraft>, 'id' | 'revision'>

export interface DraftBase {
  readonly current: () => Draft
  readonly change: (changes: DraftChanges) => Promise<Draft>
  /** Reads the draft again: the next change is based on it. */
  readonly read: () => Promise<Draft>
}

/** The last revision that this page got, which the next change is compared with and based on. It is not shown. */
export function useDraftBase(draft: Draft): DraftBase {
  const client = useClient()
  const base = useRef(draft)
  return {
    current: () => base.current,
    async change(changes) {
      const { id, revision } = base.current
      base.current = asTyped(await client.call(changeDraft, { id, revision, ...changes }), changes)
      return base.current
    },
    async read() {
      base.current = await client.call(readDraft, { id: draft.id })
      return base.current
    },
  }
}

/** A draft with the HTML that was typed: the server may write the same HTML in another way, which is no change of it. */
function asTyped(draft: Draft, { html, signatureId }: DraftChanges): Draft {
  return typeof html === 'string' && signatureId === undefined ? { ...draft, editable: html } : draft
}
