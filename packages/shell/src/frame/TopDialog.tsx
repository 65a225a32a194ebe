import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames, ShortcutLayer } from '@host/plugin-sdk/shell'

export interface TopDialogProps {
  /** What it is, for screen readers. */
  readonly label: string
  /** Escape or a press outside; without it the dialog stays until it is answered. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/**
 * A dialog above everything else, dialogs of pages too, which it leaves as they are: the browser's own, so that what is
 * below can neither be reached nor taken for pressed. The focus goes back to where it was.
 */
export function TopDialog({ label, onClose, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // Neither the browser nor a dialog below may take this for its own.
    event.preventDefault()
    event.stopPropagation()
    if (!event.nativeEvent.isComposing) onClose?.()
  }
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      onKeyDown={press}
      onCancel={(event) => event.preventDefault()}
      onPointerDown={(event) => event.target === event.currentTarget && onClose?.()}
      className={classNames(
        'glass mx-auto mt-[10vh] mb-4 w-[calc(100%-1.5rem)] max-w-xl animate-appear overflow-hidden rounded-dialog',
        'border border-line text-fg shadow-float outline-none',
        onClose === undefined ? 'backdrop:bg-scrim' : 'backdrop:bg-transparent',
      )}
    >
      <ShortcutLayer>{children}</ShortcutLayer>
    </dialog>,
    document.body,
  )
}
