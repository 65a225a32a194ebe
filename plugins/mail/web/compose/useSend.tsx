import { useEffect, useState } from 'react'
import { useMutation, useNavigate, useToast, useTranslation, type ClientError } from '@host/plugin-sdk'
import { listDrafts, listEmails, listScheduled, readDraft, sendDraft, type Draft } from '../../shared.ts'
import { useUndoToast } from './useUndoToast.tsx'
import type { Autosave } from './useAutosave.ts'

export interface Send {
  /** Sends the draft, at a moment where one is named. */
  readonly run: (scheduledAt?: string) => void
  readonly isPending: boolean
  readonly errorAt: (field: string) => string | undefined
  /** The error that belongs to no field. */
  readonly rest: ClientError | null
}

export interface Sending {
  readonly autosave: Autosave
  /** Whether something is typed that can't be sent. */
  readonly isWrong: () => boolean
}

const fields = ['to', 'cc', 'bcc', 'from', 'mailboxId', 'subject', 'text', 'html', 'files']

/** Saves a draft, sends it, and offers to undo that. */
export function useSend(draft: Draft, { autosave, isWrong }: Sending): Send {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toast = useToast()
  const offerUndo = useUndoToast()
  const [isSaving, setSaving] = useState(false)
  const { mutate, error, isPending } = useMutation(sendDraft, {
    invalidates: [listDrafts, listEmails, listScheduled, readDraft],
    onSuccess({ emailId, undoUntil, sendAt }, { scheduledAt }) {
      navigate('/mail')
      if (undoUntil === null) toast({ tone: 'positive', title: t('mail.compose.sent') })
      else offerUndo({ emailId, until: scheduledAt === undefined ? undoUntil : undefined, sendAt })
    },
  })
  async function run(scheduledAt?: string) {
    if (isSaving || isPending) return
    if (isWrong()) return focusOnError()
    setSaving(true)
    const saved = await autosave.save()
    setSaving(false)
    if (saved === undefined) return
    mutate({ id: draft.id, revision: saved.revision, ...(scheduledAt !== undefined && { scheduledAt }) })
  }
  const errors = error?.problem?.errors ?? []
  const errorAt = (field: string) => errors.find(({ path }) => isAt(path, field))?.message
  const isAtField = errors.length > 0 && errors.every(({ path }) => fields.some((field) => isAt(path, field)))
  useFocusOnError(error)
  return { run: (at) => void run(at), isPending: isSaving || isPending, errorAt, rest: isAtField ? null : error }
}

const isAt = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

/** The first field with an error gets the focus. */
function useFocusOnError(error: ClientError | null): void {
  useEffect(() => {
    if (error !== null) focusOnError()
  }, [error])
}

function focusOnError(): void {
  document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus()
}
