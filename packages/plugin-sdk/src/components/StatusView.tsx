import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { PageTitle } from './PageTitle.tsx'

export interface StatusViewProps {
  readonly icon: string
  readonly tone?: 'neutral' | 'accent' | 'danger'
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** Small print, such as the request id. */
  readonly footnote?: ReactNode
}

const tones = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent-fg',
  danger: 'bg-danger-soft text-danger-fg',
}

/** The whole page when it cannot show itself: what happened, why, and what to do next. */
export function StatusView({ icon, tone = 'neutral', title, children, actions, footnote }: StatusViewProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-[12vh] text-center">
      <span className={classNames('flex size-12 items-center justify-center rounded-dialog', tones[tone])}>
        <Icon name={icon} size={24} />
      </span>
      <PageTitle className="mt-5">{title}</PageTitle>
      {children !== undefined && <div className="mt-2 flex flex-col gap-1 text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
      {footnote !== undefined && <div className="mt-6 text-xs text-subtle">{footnote}</div>}
    </div>
  )
}
