import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface EmptyStateProps {
  readonly icon?: string
  readonly title: ReactNode
  /** Why there is nothing, and what would change that. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/**
 * Where a list would be when there is nothing in it yet, or nothing matches.
 * @since 1.0.0
 */
export function EmptyState({ icon = 'box', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-card bg-hover text-muted">
        <Icon name={icon} size={20} />
      </span>
      <p className="mt-3 font-medium">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-sm text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  )
}
