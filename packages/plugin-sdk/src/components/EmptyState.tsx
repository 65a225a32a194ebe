import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Illustration, type IllustrationName } from '../illustrations/Illustration.tsx'
import { Button } from './Button.tsx'
import { HelpLink } from './HelpLink.tsx'
import { Icon } from './Icon.tsx'

/** Reason for the empty state: no data yet, no match, no permission, or a locked feature. */
export type EmptyKind = 'nothing' | 'noMatch' | 'denied' | 'locked'

export interface EmptyStateProps {
  /** `nothing` when left out: nothing yet. */
  readonly kind?: EmptyKind
  /** A sentence; only `nothing` has none of its own. */
  readonly title?: ReactNode
  /** The reason, and how to change it. */
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Offers to show everything again, for `noMatch`. */
  readonly onClear?: () => void
  /** Name of the help page that explains the missing content. */
  readonly help?: string
  /** A lucide name in place of the drawing, where there is little room. */
  readonly icon?: string
}

const illustrations: Readonly<Record<EmptyKind, IllustrationName>> = {
  nothing: 'empty',
  noMatch: 'noMatch',
  denied: 'denied',
  locked: 'locked',
}

/**
 * Where a list would be when it shows nothing.
 * @example <EmptyState title={t('notes.none')} action={<Button>{t('notes.create')}</Button>} help="notes" />
 * @example <EmptyState kind="noMatch" onClear={clearFilters} />
 * @since 1.0.0
 */
export function EmptyState({ kind = 'nothing', title, children, action, onClear, help, icon }: EmptyStateProps) {
  const { t } = useTranslation()
  const own = kind === 'nothing' ? undefined : kind
  const text = children ?? (own && t(`sdk.empty.${own}.nextStep`))
  const clear = onClear && <Button onClick={onClear}>{t('sdk.empty.clear')}</Button>
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      {icon === undefined ? (
        <Illustration name={illustrations[kind]} />
      ) : (
        <span className="flex size-10 items-center justify-center rounded-card bg-hover text-muted">
          <Icon name={icon} size={20} />
        </span>
      )}
      <p className="mt-3 font-medium">{title ?? (own && t(`sdk.empty.${own}.title`))}</p>
      {text !== undefined && <div className="mt-1 max-w-sm text-sm text-balance text-muted">{text}</div>}
      {(action ?? clear) !== undefined && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {action}
          {clear}
        </div>
      )}
      {help !== undefined && (
        <div className="mt-3">
          <HelpLink slug={help}>{t('sdk.learnMore')}</HelpLink>
        </div>
      )}
    </div>
  )
}
