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
      const answer = await client.call(changeDraft, { id, revision, ...changes })
      // The server may write the same HTML in another way, which is no change of it.
      const isTyped = typeof changes.html === 'string' && changes.signatureId === undefined
      base.current = isTyped ? { ...answer, editable: changes.html ?? '' } : answer
      return base.current
    },
    async read() {
      base.current = await client.call(readDraft, { id: draft.id })
      return base.current
    },
  }
}
