import { useRef } from 'react'
import { useSelection, type Selection } from '@host/plugin-sdk'
import type { MailView } from './useMailView.ts'

/** The chosen emails; another folder or search begins with none. */
export interface EmailSelection {
  readonly selection: Selection
  /** Chooses or leaves an email, or with a range all from the last one. */
  readonly choose: (id: string, isRange: boolean) => void
}

export function useEmailSelection(
  { mailboxId = '', folder, table }: MailView,
  keys: readonly string[],
): EmailSelection {
  const selection = useSelection({ viewQuery: `${mailboxId} ${folder} ${table.viewQuery}` })
  const last = useRef<string>(undefined)
  return {
    selection,
    choose(id, isRange) {
      const [from, to] = [keys.indexOf(last.current ?? ''), keys.indexOf(id)]
      last.current = id
      if (!isRange || from === -1) selection.toggle(id)
      else selection.set(keys.slice(Math.min(from, to), Math.max(from, to) + 1), !selection.keys.has(id))
    },
  }
}
