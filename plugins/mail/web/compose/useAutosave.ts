import { useRef, useState } from 'react'
import { ClientError } from '@host/plugin-sdk'
import type { Draft } from '../../shared.ts'
import { changesBetween, contentOf, isSame, type DraftContent } from './draft-content.ts'
import { useDraftBase } from './useDraftBase.ts'
import { useSaveTimers } from './useSaveTimers.ts'
import { useTypedContent } from './useTypedContent.ts'

/** `conflict`: the draft was changed elsewhere. */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed' | 'conflict'

/** Changes beside what is typed. */
export type OtherChange = Partial<Record<'mailboxId' | 'from' | 'text', string>> & {
  readonly signatureId?: string | null
  readonly html?: string | null
  readonly original?: null
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

/** Keeps a draft: saves what is typed after a moment, one save at a time, each based on the one before. */
export function useAutosave(draft: Draft): Autosave {
  const base = useDraftBase(draft)
  const typed = useTypedContent(draft)
  const { content } = typed
  const [state, setState] = useState<SaveState>(isSame(content, contentOf(draft)) ? 'saved' : 'unsaved')
  const [error, setError] = useState<ClientError | null>(null)
  const queue = useRef<Promise<Draft | undefined>>(Promise.resolve(draft))

  async function send(other: OtherChange): Promise<Draft | undefined> {
    const changes = { ...changesBetween(contentOf(base.current()), typed.latest()), ...other }
    if (Object.keys(changes).length === 0) return base.current()
    setState('saving')
    try {
      const answer = await base.change(changes)
      // A change of the sender, the signature or the whole text changes these, too.
      if ('signatureId' in other || 'html' in other || other.mailboxId !== undefined) {
        typed.set({ ...typed.latest(), html: answer.editable, text: answer.text, fromName: answer.fromName })
      } else if ('html' in changes) typed.set({ ...typed.latest(), text: answer.text })
      settle(answer)
      return answer
    } catch (failure) {
      if (!(failure instanceof ClientError)) throw failure
      setState(failure.code === 'conflict' ? 'conflict' : 'failed')
      setError(failure)
      return undefined
    }
  }
  function settle(answer: Draft) {
    const isDone = isSame(typed.latest(), contentOf(answer))
    if (isDone) typed.removeBackup()
    else typed.backUp(answer.revision)
    setState(isDone ? 'saved' : 'unsaved')
    setError(null)
  }
  function save(other: OtherChange = {}): Promise<Draft | undefined> {
    queue.current = queue.current.then(() => send(other))
    return queue.current
  }
  function change(part: Partial<DraftContent>) {
    typed.set({ ...typed.latest(), ...part })
    typed.backUp(base.current().revision)
    if (state !== 'conflict') setState('unsaved')
  }
  async function load() {
    typed.set(contentOf(await base.read()))
    typed.removeBackup()
    setState('saved')
  }
  async function overwrite() {
    await base.read()
    await save()
  }
  useSaveTimers({ content, state, error, save: () => void save() })
  return { content, change, state, error, save, load, overwrite }
}
