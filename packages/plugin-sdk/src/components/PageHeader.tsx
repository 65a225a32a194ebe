import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** One sentence: the purpose of the page, or a status summary. */
  readonly description?: ReactNode
  /** Actions of the page; at most one primary button. */
  readonly actions?: ReactNode
}

/**
 * The head of a page.
 * @example <PageHeader title={t('notes.title')} actions={<Button variant="primary">...</Button>} />
 * @since 1.0.0
 */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <PageTitle>{title}</PageTitle>
        {description !== undefined && <p className="mt-1 max-w-prose text-pretty text-muted">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
