import type { ReactNode } from 'react'
import { Icon } from '@host/plugin-sdk'

export interface MethodRowProps {
  /** A lucide name. */
  readonly icon: string
  readonly title: ReactNode
  /** A badge that says how it is doing. */
  readonly state?: ReactNode
  readonly detail: ReactNode
  readonly actions: ReactNode
}

/** One sign-in method or one protection: its name, its state and its actions. */
export function MethodRow({ icon, title, state, detail, actions }: MethodRowProps) {
  return (
    <li className="group flex flex-wrap items-center gap-3 px-4 py-3">
      <Icon name={icon} className="text-subtle" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2 font-medium">
          <div className="min-w-0 wrap-anywhere">{title}</div>
          {state}
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-subtle">{detail}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </li>
  )
}
