import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { ShortcutLayer } from '../commands/ShortcutLayer.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { useScrollRegion } from './useScrollRegion.ts'

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Describes the content for screen readers. */
  readonly label: string
  /** Stands at the top, such as the product's mark. */
  readonly heading?: ReactNode
  /** `start` for navigation, `end` for details of the selected item. Default: `start`. */
  readonly side?: 'start' | 'end'
  readonly children: ReactNode
}

const sides = {
  start: 'left-0 w-72 max-w-[85vw] border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  end: 'right-0 w-full max-w-lg border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

/**
 * A panel at the edge that overlays the page: the sidebar on narrow screens, or the details of a row.
 * @example <Drawer open={isOpen} onClose={close} label={t('notes.details')} side="end">{details}</Drawer>
 * @since 1.0.0
 */
export function Drawer({ open, onClose, label, heading, side = 'start', children }: DrawerProps) {
  const { t } = useTranslation()
  const region = useScrollRegion(label)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Popup
          aria-label={label}
          className={classNames(
            'fixed inset-y-0 z-40 flex flex-col border-line bg-canvas text-fg shadow-float outline-none transition-[translate] duration-160',
            sides[side],
          )}
        >
          <div className="flex h-topbar shrink-0 items-center justify-between pr-2 pl-5">
            <div className="min-w-0">{heading}</div>
            <Dialog.Close render={<IconButton icon="x" label={t('sdk.close')} />} />
          </div>
          <div {...region} data-scrolls="dialog" className="scroll-thin relative min-h-0 flex-1 overflow-y-auto pb-6">
            <ShortcutLayer>{children}</ShortcutLayer>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
