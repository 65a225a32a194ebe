import { useEffect, useEffectEvent } from 'react'
import type { ClientError } from '@host/plugin-sdk'
import type { DraftContent } from './draft-content.ts'
import type { SaveState } from './useAutosave.ts'

export interface SaveTimers {
  readonly content: DraftContent
  readonly state: SaveState
  readonly error: ClientError | null
  readonly save: () => void
}

/** After so many milliseconds without a key what was typed is saved. */
const quietTime = 800

/** The same after a failure that passes by itself. */
const retryTime = 10_000

/** Saves after a moment, again after a temporary failure, and when the page is left. */
export function useSaveTimers({ content, state, error, save }: SaveTimers): void {
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    if (state !== 'unsaved') return undefined
    const timer = setTimeout(() => saveNow(), quietTime)
    return () => clearTimeout(timer)
  }, [content, state])
  useEffect(() => {
    if (state !== 'failed' || !isTemporary(error)) return undefined
    const timer = setTimeout(() => saveNow(), retryTime)
    return () => clearTimeout(timer)
  }, [state, error])
  const saveLast = useEffectEvent(() => {
    if (state === 'unsaved' || state === 'failed') save()
  })
  useEffect(() => () => saveLast(), [])
}

/** Without a network, a session or a server that answers. */
function isTemporary(error: ClientError | null): boolean {
  return error !== null && (error.status === 0 || error.status === 401 || error.status >= 500)
}
