import type { ReactNode } from 'react'

export interface DecisionRowProps {
  readonly title: string
  /** The limit, the amount or whether it is included, with its dates. */
  readonly effect: ReactNode
  readonly note: string
  readonly action?: ReactNode
}

/** An override or a grant of a workspace. */
export function DecisionRow({ title, effect, note, action }: DecisionRowProps) {
  return (
    <li className="group flex items-start justify-between gap-3 py-2 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{title}</span>
          <span className="text-muted tabular-nums">{effect}</span>
        </p>
        <p className="text-xs wrap-anywhere text-subtle">{note}</p>
      </div>
      {action}
    </li>
  )
}
