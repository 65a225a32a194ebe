import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode, type RefObject } from 'react'
import { ShortcutLayer } from '../commands/ShortcutLayer.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'

export interface ModalProps {
  readonly open: boolean
  /** Escape, a press outside or the close button. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  /** The buttons, the one that goes on last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** What has the focus at first; the first control of the content when left out. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children?: ReactNode
}

const widths = { small: 'sm:max-w-sm', medium: 'sm:max-w-lg', large: 'sm:max-w-2xl' }

/**
 * A dialog that holds the focus until it is closed, and gives it back then.
 * @example <Modal open={open} onClose={close} title={t('notes.create')}>...</Modal>
 * @since 1.0.0
 */
export function Modal(props: ModalProps) {
  const { open, onClose, title, description, footer, size = 'medium', initialFocus, children } = props
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto sm:p-4 sm:pt-[12vh]">
          <Dialog.Popup
            initialFocus={() => initialFocus?.current ?? firstControl(content.current) ?? true}
            className={classNames(
              'mt-auto w-full rounded-t-dialog border border-line bg-raised text-fg shadow-float sm:mt-0 sm:rounded-dialog',
              'transition-[opacity,translate] duration-160 data-ending-style:translate-y-1 data-ending-style:opacity-0',
              'outline-none data-starting-style:translate-y-2 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 pt-4 pr-3 pb-1 pl-5">
              <div className="min-w-0 flex-1 pt-0.5">
                <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
                {description !== undefined && (
                  <Dialog.Description className="mt-1 text-sm text-muted">{description}</Dialog.Description>
                )}
              </div>
              <Dialog.Close render={<IconButton icon="x" label={t('sdk.close')} size="compact" />} />
            </header>
            <div ref={content} className="px-5 pt-3 pb-5">
              <ShortcutLayer>{children}</ShortcutLayer>
            </div>
            {footer !== undefined && <footer className="flex justify-end gap-2 px-5 pb-5">{footer}</footer>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function firstControl(content: HTMLElement | null): HTMLElement | undefined {
  return content?.querySelector<HTMLElement>('input, select, textarea, [role=combobox], button') ?? undefined
}
