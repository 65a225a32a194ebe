import { DialogActions } from './DialogActions.tsx'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Modal } from './Modal.tsx'
import type { CallingProps } from './WithRefusal.tsx'

export interface ConfirmProps extends CallingProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** The consequences, and who is affected. */
  readonly children: ReactNode
  /** Label of the confirm button, such as "Sign out everywhere". */
  readonly confirmLabel: string
  /** `danger` when a user loses something. Default: `primary`. */
  readonly variant?: 'primary' | 'danger'
  /** Does it. The dialog closes when it is done, and stays with the reason when it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * Asks for confirmation of an action that can be reversed, but not instantly. For permanent loss, use `ConfirmDelete`.
 * Initial focus is on the cancel button.
 * @example <Confirm open={isOpen} onClose={close} title={t('people.disable')} confirmLabel={t('people.disable')} onConfirm={() => change.mutateAsync({ id })}>{t('people.disableMeans')}</Confirm>
 * @since 1.0.0
 */
export function Confirm({ open, onClose, title, ...rest }: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Modal open={open} onClose={onClose} title={title} size="small" initialFocus={cancel}>
      <Question {...rest} onClose={onClose} cancel={cancel} />
    </Modal>
  )
}

interface QuestionProps extends Omit<ConfirmProps, 'open' | 'title'> {
  readonly cancel: RefObject<HTMLButtonElement | null>
}

function Question({ onClose, children, confirmLabel, variant = 'primary', calls, onConfirm, cancel }: QuestionProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({ busy: false, error: null })
  async function confirm() {
    if (state.busy) return
    setState({ busy: true, error: null })
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="text-sm text-muted">{children}</div>
      <ErrorNote error={state.error} />
      <DialogActions>
        <Button ref={cancel} onClick={onClose}>
          {t('sdk.cancel')}
        </Button>
        <Button variant={variant} calls={calls} busy={state.busy} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </div>
  )
}
