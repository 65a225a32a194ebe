import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Meaning of the badge's color, in addition to its text. */
export type BadgeTone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger'

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent-fg',
  positive: 'bg-positive-soft text-positive-fg',
  warning: 'bg-warning-soft text-warning-fg',
  danger: 'bg-danger-soft text-danger-fg',
}

export interface BadgeProps {
  readonly tone?: BadgeTone
  /** Shows a dot in the tone's color before the text, for a status. */
  readonly dot?: boolean
  readonly children: ReactNode
}

/**
 * A word about a thing: its state, its kind, a count.
 * @example <Badge tone="positive" dot>{t('notes.published')}</Badge>
 * @since 1.0.0
 */
export function Badge({ tone = 'neutral', dot = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
