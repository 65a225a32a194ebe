import type { ReactNode } from 'react'
import { GlassCard } from './GlassCard.tsx'
import { Icon } from './Icon.tsx'

export interface StatCardProps {
  readonly label: ReactNode
  readonly value: ReactNode
  /** What the number means, or how it changed. */
  readonly hint?: ReactNode
  readonly icon?: string
}

/**
 * One number at a glance.
 * @since 1.0.0
 */
export function StatCard({ label, value, hint, icon }: StatCardProps) {
  return (
    <GlassCard className="flex flex-col">
      <p className="flex items-center gap-2 text-sm text-muted">
        {icon !== undefined && <Icon name={icon} className="text-subtle" />}
        {label}
      </p>
      <p className="mt-2 truncate text-2xl font-semibold">{value}</p>
      {hint !== undefined && <p className="mt-1 text-xs text-subtle">{hint}</p>}
    </GlassCard>
  )
}
