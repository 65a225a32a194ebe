import type { ReactNode } from 'react'
import { classNames } from '@host/plugin-sdk/shell'

export interface NavColumnProps {
  /** Name of the landmark. */
  readonly label: string
  /** Whether the column has room for icons only. */
  readonly isRail?: boolean
  /** The ground that the column stands on. */
  readonly className: string
  readonly children: ReactNode
  /** Below the entries, always visible. */
  readonly footer?: ReactNode
}

/** The column of entries beside the page, full or as a rail. */
export function NavColumn({ label, isRail = false, className, children, footer }: NavColumnProps) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        'sticky top-topbar hidden h-[calc(100dvh-3rem)] shrink-0 flex-col md:flex',
        isRail ? 'w-rail' : 'w-sidebar',
        className,
      )}
    >
      <div
        data-scrolls="pane"
        className={classNames(
          'scroll-thin min-h-0 flex-1 overflow-y-auto overscroll-contain',
          isRail ? 'py-2' : 'px-3 py-4',
        )}
      >
        {children}
      </div>
      {footer !== undefined && (
        <div className={classNames('flex shrink-0 px-3 py-2', isRail ? 'flex-col' : 'items-center gap-1')}>
          {footer}
        </div>
      )}
    </nav>
  )
}
