import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames, ShortcutLayer } from '@host/plugin-sdk/shell'

export interface TopLayerProps {
  /** Accessible name; a layer with a title is named by `labelledBy`. */
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string
  /** Escape or a press outside; without it the layer stays until it is answered. */
  readonly onClose?: (() => void) | undefined
  /** Whether the page below must not be readable meanwhile. */
  readonly hidesPage?: boolean | undefined
  readonly className: string
  readonly children: ReactNode
}

/**
 * The topmost layer, above dialogs of pages, which stay as they are: a native dialog, so that the page below can be
 * neither focused nor clicked. It has the scrim of every dialog. The focus returns afterwards.
 */
export function TopLayer({ label, labelledBy, describedBy, onClose, hidesPage, className, children }: TopLayerProps) {
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
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onKeyDown={press}
      onCancel={(event) => event.preventDefault()}
      onPointerDown={(event) => event.target === event.currentTarget && onClose?.()}
      className={classNames('backdrop:bg-scrim', hidesPage === true && 'backdrop:backdrop-blur-glass', className)}
    >
      <ShortcutLayer>{children}</ShortcutLayer>
    </dialog>,
    document.body,
  )
}
