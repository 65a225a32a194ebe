import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconButton } from './IconButton.tsx'

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What the drawer holds, for screen readers. */
  readonly label: string
  /** Stands at the top, such as the product's mark. */
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/**
 * A panel from the start of the line, over the page: the sidebar where there is no room for it.
 * @since 1.0.0
 */
export function Drawer({ open, onClose, label, heading, children }: DrawerProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label={label}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col border-r border-line bg-canvas text-fg shadow-float outline-none transition-[translate] duration-160 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <div className="flex h-topbar shrink-0 items-center justify-between pr-2 pl-5">
            <div>{heading}</div>
            <Dialog.Close render={<IconButton icon="x" label={t('sdk.close')} />} />
          </div>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto pb-6">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
