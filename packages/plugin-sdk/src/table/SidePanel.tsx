import { useEffect, useRef, type ReactNode } from 'react'
import { useShortcut } from '../commands/useShortcut.ts'
import { Drawer } from '../components/Drawer.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useScrollRegion } from '../components/useScrollRegion.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useIsWide } from './useIsWide.ts'

export interface SidePanelProps {
  /** Title of the panel, also for screen readers. */
  readonly label: string
  /** Escape or the close button. */
  readonly onClose: () => void
  /** `j`: the row after this one. */
  readonly onNext?: () => void
  /** `k`: the row before it. */
  readonly onPrevious?: () => void
  /** Stands in place of the label at the top. */
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/**
 * The details of a row. Where there is room they stand beside the table, and both can be used; on a narrow page they
 * lie over it as a drawer.
 * @example panel={({ id, ways }) => <SidePanel label={t('notes.one')} {...ways}><Note id={id} /></SidePanel>}
 * @since 1.0.0
 */
export function SidePanel({ label, onClose, onNext, onPrevious, heading, children }: SidePanelProps) {
  const isWide = useIsWide()
  const title = heading ?? <h2 className="truncate text-base font-semibold">{label}</h2>
  if (isWide) return <Beside {...{ label, onClose, onNext, onPrevious, heading: title, children }} />
  return (
    <Drawer open onClose={onClose} side="end" label={label} heading={title}>
      <PanelKeys {...{ onNext, onPrevious }} />
      <div className="px-5 pt-1">{children}</div>
    </Drawer>
  )
}

type BesideProps = Pick<SidePanelProps, 'label' | 'onClose' | 'heading' | 'children'> & Steps

interface Steps {
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

function Beside({ label, onClose, onNext, onPrevious, heading, children }: BesideProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const region = useScrollRegion(label)
  useShortcut('Escape', onClose)
  useEffect(() => {
    // Those who open details by key or press read them next; on the first page the focus stays the browser's.
    if (document.activeElement !== document.body) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="sticky top-16 flex max-h-[calc(100dvh-5rem)] w-[26rem] shrink-0 animate-appear flex-col rounded-card border border-line bg-surface"
    >
      <PanelKeys {...{ onNext, onPrevious }} />
      <div className="flex h-topbar shrink-0 items-center gap-1 border-b border-line pr-2 pl-5">
        <div className="min-w-0 flex-1">{heading}</div>
        {onPrevious !== undefined && (
          <IconButton icon="chevron-up" size="compact" label={t('sdk.table.keys.previous')} onClick={onPrevious} />
        )}
        {onNext !== undefined && (
          <IconButton icon="chevron-down" size="compact" label={t('sdk.table.keys.next')} onClick={onNext} />
        )}
        <IconButton icon="x" size="compact" label={t('sdk.close')} onClick={onClose} />
      </div>
      <div
        {...region}
        data-scrolls="pane"
        className="scroll-thin relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-6"
      >
        {children}
      </div>
    </aside>
  )
}

/** Inside the panel, because a drawer deactivates the shortcuts below it. */
function PanelKeys({ onNext, onPrevious }: Steps) {
  const nothing = () => undefined
  useShortcut('j', onNext ?? nothing, { enabled: onNext !== undefined, repeats: true })
  useShortcut('k', onPrevious ?? nothing, { enabled: onPrevious !== undefined, repeats: true })
  return null
}
