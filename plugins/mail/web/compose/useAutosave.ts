import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ClientError, useClient, useSession } from '@host/plugin-sdk'
import { changeDraft, readDraft, type Draft } from '../../shared.ts'
import { readBackup, writeBackup } from './draft-backup.ts'
import { changesBetween, contentOf, isSame, type DraftContent } from './draft-content.ts'

/** `conflict`: the draft was changed elsewhere. */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed' | 'conflict'

/** Changes beside what is typed. */
export type OtherChange = Partial<Record<'mailboxId' | 'from', string>> & {
  readonly signatureId?: string | null
  readonly html?: null
}

export interface Autosave {
  readonly content: DraftContent
  readonly change: (part: Partial<DraftContent>) => void
  readonly state: SaveState
  readonly error: ClientError | null
  /** Saves now. @returns the draft as the server has it; undefined where it was not saved */
  readonly save: (other?: OtherChange) => Promise<Draft | undefined>
  /** Reads the draft again, in place of what was typed here. */
  readonly load: () => Promise<void>
  /** Saves what was typed here, in place of the change made elsewhere. */
  readonly overwrite: () => Promise<void>
}

/** After so many milliseconds without a key what was typed is saved. */
const quietTime = 800

/** The same after a failure that passes by itself. */
const retryTime = 10_000

/** Keeps a draft: saves what is typed after a moment, one save at a time, each based on the one before. */
export function useAutosave(draft: Draft): Autosave {
  const client = useClient()
  const { id: userId } = useSession().user
  const [content, setContent] = useState(() => restored(userId, draft))
  const [state, setState] = useState<SaveState>(isSame(content, contentOf(draft)) ? 'saved' : 'unsaved')
  const [error, setError] = useState<ClientError | null>(null)
  const latest = useRef(content)
  const saved = useRef(draft)
  const queue = useRef<Promise<Draft | undefined>>(Promise.resolve(draft))

  async function send(other: OtherChange): Promise<Draft | undefined> {
    const next = latest.current
    const { id, revision } = saved.current
    const changes = { ...changesBetween(contentOf(saved.current), next), ...other }
    if (Object.keys(changes).length === 0) return saved.current
    setState('saving')
    try {
      const answer = await client.call(changeDraft, { id, revision, ...changes })
      saved.current = answer
      // A change of the sender or the signature changes these, too.
      if ('signatureId' in other || other.mailboxId !== undefined) {
        setTyped({ ...latest.current, text: answer.text, fromName: answer.fromName })
      }
      const isDone = isSame(latest.current, contentOf(answer))
      writeBackup(userId, id, isDone ? undefined : { revision: answer.revision, content: latest.current })
      setState(isDone ? 'saved' : 'unsaved')
      setError(null)
      return answer
    } catch (failure) {
      if (!(failure instanceof ClientError)) throw failure
      setState(failure.code === 'conflict' ? 'conflict' : 'failed')
      setError(failure)
      return undefined
    }
  }
  function save(other: OtherChange = {}): Promise<Draft | undefined> {
    queue.current = queue.current.then(() => send(other))
    return queue.current
  }
  function setTyped(next: DraftContent) {
    latest.current = next
    setContent(next)
  }
  function change(part: Partial<DraftContent>) {
    setTyped({ ...latest.current, ...part })
    writeBackup(userId, draft.id, { revision: saved.current.revision, content: latest.current })
    if (state !== 'conflict') setState('unsaved')
  }
  async function load() {
    saved.current = await client.call(readDraft, { id: draft.id })
    setTyped(contentOf(saved.current))
    writeBackup(userId, draft.id, undefined)
    setState('saved')
  }
  async function overwrite() {
    saved.current = await client.call(readDraft, { id: draft.id })
    await save()
  }

  const saveQuietly = useEffectEvent(() => void save())
  useEffect(() => {
    if (state !== 'unsaved') return undefined
    const timer = setTimeout(() => saveQuietly(), quietTime)
    return () => clearTimeout(timer)
  }, [content, state])
  useEffect(() => {
    if (state !== 'failed' || !isTemporary(error)) return undefined
    const timer = setTimeout(() => saveQuietly(), retryTime)
    return () => clearTimeout(timer)
  }, [state, error])
  const saveLast = useEffectEvent(() => {
    if (state === 'unsaved' || state === 'failed') saveQuietly()
  })
  useEffect(() => () => saveLast(), [])
  return { content, change, state, error, save, load, overwrite }
}

/** What was typed before and not saved, where the draft was not changed since. */
function restored(userId: string, draft: Draft): DraftContent {
  const backup = readBackup(userId, draft.id)
  return backup?.revision === draft.revision ? backup.content : contentOf(draft)
}

/** Without a network, a session or a server that answers. */
function isTemporary(error: ClientError | null): boolean {
  return error !== null && (error.status === 0 || error.status === 401 || error.status >= 500)
}
