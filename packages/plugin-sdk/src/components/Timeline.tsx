import type { ReactNode } from 'react'
import type { Moment } from '../i18n/useFormat.ts'
import { Icon } from './Icon.tsx'
import { RelativeTime } from './RelativeTime.tsx'

/** Something that happened. */
export interface TimelineEntry {
  readonly id: string
  readonly at: Moment
  /** A lucide name. */
  readonly icon?: string
  /** The user or system that made the change. */
  readonly actor?: ReactNode
  /** The action, in a few words. */
  readonly title: ReactNode
  readonly children?: ReactNode
}

export interface TimelineProps {
  /** Names the subject of the entries, for screen readers. */
  readonly label: string
  /** The newest first. */
  readonly entries: readonly TimelineEntry[]
}

/**
 * History of one object, newest first.
 * @example <Timeline label={t('notes.history')} entries={changes.map((one) => ({ id: one.id, at: one.at, title: one.action }))} />
 * @since 1.0.0
 */
export function Timeline({ label, entries }: TimelineProps) {
  return (
    <ol aria-label={label} className="flex flex-col text-sm">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry: { at, icon = 'circle-check', actor, title, children } }: { readonly entry: TimelineEntry }) {
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <span className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line bg-surface text-muted">
          <Icon name={icon} size={12} />
        </span>
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 flex-1 pt-0.5 pb-4 group-last:pb-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          {actor !== undefined && <span className="min-w-0 text-muted">{actor}</span>}
          <span className="text-xs text-subtle">
            <RelativeTime value={at} />
          </span>
        </p>
        {children !== undefined && <div className="mt-1 text-muted">{children}</div>}
      </div>
    </li>
  )
}
