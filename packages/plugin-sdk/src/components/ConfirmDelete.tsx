import { DialogActions } from './DialogActions.tsx'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import { Modal } from './Modal.tsx'
import type { CallingProps } from './WithRefusal.tsx'

export interface ConfirmDeleteProps extends CallingProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** The data that is lost, and who is affected. */
  readonly children: ReactNode
  /** The name that has to be typed. */
  readonly name: string
  /** Label of the confirm button, such as "Remove member". Default: "Delete". */
  readonly confirmLabel?: string
  /** Whether it can't be confirmed yet, such as while the list of lost data is loading. @since 1.2.0 */
  readonly disabled?: boolean
  /** Does it. The dialog closes when it is done, and stays with the reason when it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * Confirms a deletion by requiring the user to type the object's name.
 * @example <ConfirmDelete open={isOpen} onClose={close} title={t('notes.delete')} name={note.title} onConfirm={() => remove.mutateAsync({ id })}>{t('notes.deleteMeans')}</ConfirmDelete>
 * @since 1.0.0
 */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { open, onClose, title } = props
  return (
    <Modal open={open} onClose={onClose} title={title} size="small">
      <ConfirmForm {...props} />
    </Modal>
  )
}

function ConfirmForm(props: ConfirmDeleteProps) {
  const { onClose, children, name, confirmLabel, disabled = false, calls, onConfirm } = props
  const { t } = useTranslation()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({ busy: false, error: null })
  const isReady = !disabled && typed.trim() === name.trim()
  async function confirm(event: SubmitEvent) {
    event.preventDefault()
    if (!isReady || state.busy) return
    setState({ busy: true, error: null })
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <form id={form} onSubmit={(event) => void confirm(event)} className="flex flex-col gap-4">
      <div className="text-sm text-muted">{children}</div>
      <Field label={t('sdk.confirm.typeName', { name })}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
      </Field>
      <ErrorNote error={state.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('sdk.cancel')}</Button>
        <Button type="submit" variant="danger" calls={calls} busy={state.busy} disabled={!isReady}>
          {confirmLabel ?? t('sdk.delete')}
        </Button>
      </DialogActions>
    </form>
  )
}
