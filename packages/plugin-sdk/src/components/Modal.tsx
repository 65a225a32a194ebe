import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode, type RefObject } from 'react'
import { ShortcutLayer } from '../commands/ShortcutLayer.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { dialogClass, dialogWidth } from './dialog-class.ts'
import { InDialog } from './DialogActions.tsx'
import { IconButton } from './IconButton.tsx'
import { useScrollRegion } from './useScrollRegion.ts'

export interface ModalProps {
  readonly open: boolean
  /** Escape, a press outside or the close button. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  /** The buttons, with the primary action last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** Element that receives the focus on open. Default: the first control of the content. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children?: ReactNode
}

/**
 * A dialog that holds the focus until it is closed, and gives it back then. Its content scrolls below its title; buttons in
 * `footer` or in `DialogActions` stay in sight.
 * @example <Modal open={open} onClose={close} title={t('notes.create')}>...</Modal>
 * @since 1.0.0
 */
export function Modal(props: ModalProps) {
  const { open, onClose, title, description, footer, size = 'medium', initialFocus, children } = props
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const region = useScrollRegion(typeof title === 'string' ? title : '')
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-4 sm:pt-[10vh]">
          <Dialog.Popup
            initialFocus={() => initialFocus?.current ?? firstControl(content.current) ?? true}
            className={classNames(
              dialogClass.surface,
              'flex max-h-[80dvh] flex-col overflow-clip',
              'transition-[opacity,translate] duration-160 data-ending-style:translate-y-1 data-ending-style:opacity-0',
              'data-starting-style:translate-y-2 data-starting-style:opacity-0',
              dialogWidth[size],
            )}
          >
            <header className={dialogClass.header}>
              <div className={dialogClass.heading}>
                <Dialog.Title className={dialogClass.title}>{title}</Dialog.Title>
                {description !== undefined && (
                  <Dialog.Description className={dialogClass.description}>{description}</Dialog.Description>
                )}
              </div>
              <Dialog.Close render={<IconButton icon="x" label={t('sdk.close')} size="compact" />} />
            </header>
            <div {...region} data-scrolls="dialog" className={dialogClass.scroller}>
              <div ref={content} className={dialogClass.content}>
                <InDialog value>
                  <ShortcutLayer>{children}</ShortcutLayer>
                </InDialog>
              </div>
            </div>
            {footer !== undefined && (
              <footer className={classNames(dialogClass.actions, 'border-t border-line px-5 py-3')}>{footer}</footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function firstControl(content: HTMLElement | null): HTMLElement | undefined {
  return content?.querySelector<HTMLElement>('input, select, textarea, [role=combobox], button') ?? undefined
}
