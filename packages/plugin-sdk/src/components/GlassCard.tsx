import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface GlassCardProps {
  readonly children: ReactNode
  readonly className?: string
}

/**
 * A translucent card for overview pages; opaque where the reader asks for less transparency.
 * @example <GlassCard>{t('notes.thisWeek')}</GlassCard>
 * @since 1.0.0
 */
export function GlassCard({ children, className }: GlassCardProps) {
  return <div className={classNames('glass rounded-card border border-line p-4', className)}>{children}</div>
}
