import { createContext, useContext, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Whether something stands in a dialog. */
export const InDialog = createContext(false)

/** Props of `DialogActions`. */
export interface DialogActionsProps {
  /** The buttons, with the primary action last. */
  readonly children: ReactNode
}

/**
 * The buttons at the end of a form. In a `Modal` they stay in sight while the form scrolls.
 * @example <form onSubmit={save}>...<DialogActions><Button onClick={close}>{t('notes.cancel')}</Button></DialogActions></form>
 * @since 1.0.0
 */
export function DialogActions({ children }: DialogActionsProps) {
  const isPinned = useContext(InDialog)
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-end gap-2',
        isPinned && 'sticky bottom-0 z-10 -mx-5 -mb-5 border-t border-line bg-raised px-5 py-3',
      )}
    >
      {children}
    </div>
  )
}
