import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface PanelProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** Buttons at the end of the title's line. */
  readonly actions?: ReactNode
  /** Lets a table or list reach the panel's edges. */
  readonly flush?: boolean
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * A part of a page with a heading of its own.
 * @example <Panel title={t('notes.recent')} flush>{table}</Panel>
 * @since 1.0.0
 */
export function Panel({ title, description, actions, flush = false, footer, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="min-w-0 overflow-clip rounded-card border border-line bg-surface"
    >
      {title !== undefined && (
        <header className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={classNames(!flush && 'px-4 pb-4', !flush && title === undefined && 'pt-4')}>{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          {footer}
        </footer>
      )}
    </section>
  )
}
