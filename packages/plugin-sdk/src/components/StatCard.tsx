import type { ReactNode } from 'react'
import { Sparkline } from '../charts/Sparkline.tsx'
import { Change, type ChangeProps } from './Change.tsx'
import { GlassCard } from './GlassCard.tsx'
import { Icon } from './Icon.tsx'
import { Skeleton } from './Skeleton.tsx'

export interface StatCardProps {
  readonly label: ReactNode
  /** Undefined while it is on its way: the place is kept. */
  readonly value: ReactNode
  /** Explains the number or its period. */
  readonly hint?: ReactNode
  readonly icon?: string
  /** Beside the value: against the time before. */
  readonly change?: ChangeProps | undefined
  /** Beside it: how it went; its place is kept while its values are undefined. */
  readonly course?: { readonly label: string; readonly values: readonly number[] | undefined }
}

/**
 * One number at a glance.
 * @example <StatCard icon="users" label={t('notes.readers')} value={28} change={{ before: 20, now: 28 }} hint={t('notes.thisMonth')} />
 * @since 1.0.0
 */
export function StatCard({ label, value, hint, icon, change, course }: StatCardProps) {
  const isLoading = value === undefined
  return (
    <GlassCard className="flex min-w-0 flex-col">
      <p className="flex items-center gap-2 text-sm text-muted">
        {icon !== undefined && <Icon name={icon} className="text-subtle" />}
        <span className="min-w-0 truncate">{label}</span>
      </p>
      <div className="mt-2 flex items-baseline gap-2">
        <p className="min-w-0 truncate text-2xl font-semibold">
          {isLoading ? <Skeleton className="h-8.5 w-16" /> : value}
        </p>
        {!isLoading && change !== undefined && <Change {...change} />}
        {course !== undefined && (
          <span className="ml-auto block max-w-24 min-w-0 flex-1">
            {course.values === undefined ? (
              <Skeleton className="h-6" />
            ) : (
              <Sparkline label={course.label} values={course.values} />
            )}
          </span>
        )}
      </div>
      <p className="mt-1 min-h-4 text-xs text-subtle">{isLoading ? <Skeleton className="h-4 w-32" /> : hint}</p>
    </GlassCard>
  )
}
