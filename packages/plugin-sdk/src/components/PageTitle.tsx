import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * The one `h1` of a page; a navigation gives it the focus.
 * @example <PageTitle>{t('notes.title')}</PageTitle>
 * @since 1.0.0
 */
export function PageTitle({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <h1 tabIndex={-1} className={classNames('text-xl font-semibold text-fg', className)}>
      {children}
    </h1>
  )
}
