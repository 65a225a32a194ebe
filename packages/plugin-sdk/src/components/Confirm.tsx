import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Modal } from './Modal.tsx'

export interface ConfirmProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** What happens, and to whom. */
  readonly children: ReactNode
  /** What the button does: "Sign out everywhere". */
  readonly confirmLabel: string
  /** `danger` when somebody loses something by it; `primary` when left out. */
  readonly variant?: 'primary' | 'danger'
  /** Does it. The dialog closes when it is done, and stays with the reason when it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * Asks before something that can be undone by hand, but not at once. What is lost for good takes a `ConfirmDelete`.
 * Cancelling is what the keyboard is on.
 * @example <Confirm open={isOpen} onClose={close} title={t('people.keepOut')} confirmLabel={t('people.keepOut')} onConfirm={() => change.mutateAsync({ id })}>{t('people.keepOutMeans')}</Confirm>
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

function Question({ onClose, children, confirmLabel, variant = 'primary', onConfirm, cancel }: QuestionProps) {
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
      <div className="flex justify-end gap-2">
        <Button ref={cancel} onClick={onClose}>
          {t('sdk.cancel')}
        </Button>
        <Button variant={variant} busy={state.busy} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
