import { useRef, useState } from 'react'
import { useSession } from '@host/plugin-sdk'
import type { Draft } from '../../shared.ts'
import { readBackup, writeBackup } from './draft-backup.ts'
import { contentOf, type DraftContent } from './draft-content.ts'

export interface TypedContent {
  readonly content: DraftContent
  /** The same in the middle of a request, when the component was not drawn yet. */
  readonly latest: () => DraftContent
  readonly set: (next: DraftContent) => void
  /** Backs it up in the browser, as a change of this revision. */
  readonly backUp: (revision: number) => void
  readonly removeBackup: () => void
}

/** Typed content of a draft, beginning with what was typed before and not saved. */
export function useTypedContent(draft: Draft): TypedContent {
  const { id: userId } = useSession().user
  const [content, setContent] = useState(() => restored(userId, draft))
  const latest = useRef(content)
  return {
    content,
    latest: () => latest.current,
    set(next) {
      latest.current = next
      setContent(next)
    },
    backUp: (revision) => writeBackup(userId, draft.id, { revision, content: latest.current }),
    removeBackup: () => writeBackup(userId, draft.id, undefined),
  }
}

/** What was typed before and not saved, where the draft was not changed since. */
function restored(userId: string, draft: Draft): DraftContent {
  const backup = readBackup(userId, draft.id)
  return backup?.revision === draft.revision ? { ...contentOf(draft), ...backup.content } : contentOf(draft)
}
