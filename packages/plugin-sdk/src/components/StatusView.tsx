import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '../illustrations/Illustration.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { PageTitle } from './PageTitle.tsx'

export interface StatusViewProps {
  /** A lucide name. */
  readonly icon: string
  /** Drawn in place of the icon. */
  readonly illustration?: IllustrationName
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

/**
 * Replaces a page that can't be shown: the problem, its cause and the next step.
 * @example <StatusView icon="archive" title={t('notes.archived')} actions={restore}>{t('notes.archivedMeans')}</StatusView>
 * @since 1.0.0
 */
export function StatusView(props: StatusViewProps) {
  const { icon, illustration, tone = 'neutral', title, children, actions, footnote } = props
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-[12vh] text-center">
      {illustration === undefined ? (
        <span className={classNames('flex size-12 items-center justify-center rounded-dialog', tones[tone])}>
          <Icon name={icon} size={24} />
        </span>
      ) : (
        <Illustration name={illustration} />
      )}
      <PageTitle className="mt-5">{title}</PageTitle>
      {children !== undefined && <div className="mt-2 flex flex-col gap-1 text-balance text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
      {footnote !== undefined && <div className="mt-6 text-xs text-subtle">{footnote}</div>}
    </div>
  )
}
