import { useState } from 'react'
import { useMutation, useNavigate, type Selection } from '@host/plugin-sdk'
import {
  deleteEmails,
  listConversation,
  listEmails,
  listMailboxes,
  mailLimits,
  type Email,
  type EmailDetails,
  type TargetFolder,
} from '../../shared.ts'
import { composerPath, type ComposerOptions } from '../compose/open-composer.ts'
import { focusedPane } from './focused-pane.ts'
import type { CurrentRow } from './list/useCurrentRow.ts'
import type { ReadingFocus } from './reading/useReadingFocus.ts'
import type { EmailSelection } from './useEmailSelection.ts'
import type { ShownEmails } from './useEmails.ts'
import type { MailView } from './useMailView.ts'
import { useMoves } from './useMoves.ts'

/** What can be done with emails: with the chosen ones, otherwise with the open one or the one at the keyboard. */
export interface MailActions {
  /** The emails that an action is for. */
  readonly targets: readonly Email[]
  readonly move: (folder: TargetFolder) => void
  readonly mark: (isRead: boolean) => void
  readonly toggleRead: () => void
  /** Gives the emails a label, or takes it off where all of them have it. */
  readonly toggleLabel: (labelId: string) => void
  readonly undo: () => void
  /** Asks first: nothing brings them back. */
  readonly askDelete: () => void
  /** The emails that are asked about; undefined without a question. */
  readonly deleting: readonly Email[] | undefined
  readonly deleteForGood: () => Promise<void>
  readonly cancelDelete: () => void
  readonly answer: (kind: NonNullable<ComposerOptions['kind']>) => void
  readonly open: (id: string) => void
  readonly close: () => void
  /** Goes to another email of the list, and opens it where one is open. */
  readonly go: (step: number) => void
}

export interface ActionsOptions {
  readonly view: MailView
  readonly shown: ShownEmails
  readonly opened: EmailDetails | undefined
  readonly selection: EmailSelection
  readonly current: CurrentRow
  readonly focus: ReadingFocus
}

export function useMailActions(options: ActionsOptions): MailActions {
  const { view, selection, opened } = options
  const navigate = useNavigate()
  const moves = useMoves()
  const steps = useSteps(options)
  const targets = targetsOf(options)
  const deletion = useDeletion(selection.selection, steps)
  const answered = opened ?? targets[0]
  function move(folder: TargetFolder) {
    const moved = targets.filter((email) => email.folder !== folder)
    steps.leave(moved)
    moves.change(moved, { folder })
    selection.selection.clear()
  }
  return {
    ...steps,
    ...deletion,
    targets,
    move,
    mark(isRead) {
      moves.change(
        targets.filter((email) => email.isRead !== isRead),
        { isRead },
      )
      selection.selection.clear()
    },
    toggleRead() {
      moves.change(targets, { isRead: targets.some(({ isRead }) => !isRead) })
    },
    toggleLabel(labelId) {
      const isOn = !targets.every(({ labels }) => labels.includes(labelId))
      if (!isOn && labelId === view.labelId) steps.leave(targets)
      moves.label(targets, labelId, isOn)
    },
    undo: moves.undo,
    askDelete: () => deletion.ask(targets),
    answer(kind) {
      if (answered !== undefined) navigate(composerPath({ kind, emailId: answered.id }))
    },
    close: () => view.open(null),
  }
}

function targetsOf({ view, shown, opened, selection, current }: ActionsOptions): readonly Email[] {
  const emails = shown.emails ?? []
  if (!selection.selection.isEmpty) return emails.filter(({ id }) => selection.selection.keys.has(id))
  const id = view.openId ?? current.id
  const one = emails.find((email) => email.id === id) ?? (opened?.id === id ? opened : undefined)
  return one === undefined ? [] : [one]
}

/** Ways from email to email. */
function useSteps({ view, shown, current, focus }: ActionsOptions) {
  const ids = (shown.emails ?? []).map(({ id }) => id)
  function show(id: string) {
    if (view.openId === null || focusedPane() === 'reading') focus.want()
    view.open(id)
  }
  return {
    open: show,
    go(step: number) {
      const at = ids.indexOf(view.openId ?? current.id ?? '')
      const isFirst = view.openId === null && focusedPane() !== 'list'
      const next = ids[at === -1 || isFirst ? Math.max(at, 0) : Math.min(Math.max(at + step, 0), ids.length - 1)]
      if (next === undefined) return
      if (focusedPane() === 'reading') current.enter(next)
      else current.focus(next)
      if (view.openId !== null && next !== view.openId) show(next)
    },
    /** Before emails leave the list: to the next one that stays, or back to the list. */
    leave(emails: readonly Email[]) {
      const gone = new Set(emails.map(({ id }) => id))
      const from = view.openId ?? current.id ?? ''
      if (!gone.has(from)) return
      const at = ids.indexOf(from)
      const next =
        ids.slice(at + 1).find((id) => !gone.has(id)) ?? ids.slice(0, Math.max(at, 0)).findLast((id) => !gone.has(id))
      if (view.openId !== null) {
        if (next === undefined || at === -1) view.open(null)
        else show(next)
      }
      if (next !== undefined) current.enter(next)
      if (next !== undefined && focusedPane() === 'list') current.focus(next)
    },
  }
}

/** Deletes emails of the trash after a question. */
function useDeletion(selection: Selection, { leave }: { readonly leave: (emails: readonly Email[]) => void }) {
  const [asked, ask] = useState<readonly Email[]>()
  const { mutateAsync } = useMutation(deleteEmails, { invalidates: [listEmails, listMailboxes, listConversation] })
  return {
    ask: (emails: readonly Email[]) => ask(emails.length === 0 ? undefined : emails),
    deleting: asked,
    cancelDelete: () => ask(undefined),
    async deleteForGood() {
      const emails = asked ?? []
      for (let at = 0; at < emails.length; at += mailLimits.changedAtOnce) {
        const ids = emails.slice(at, at + mailLimits.changedAtOnce).map(({ id }) => id)
        await mutateAsync({ ids, permanently: true })
      }
      leave(emails)
      selection.clear()
    },
  }
}
