import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { Icon } from './Icon.tsx'

/** A place on the way to the page. */
export interface Crumb {
  readonly label: string
  /** Where it leads; the page itself needs none. */
  readonly to?: string
}

export interface BreadcrumbsProps {
  /** From the outermost place to the page. */
  readonly items: readonly Crumb[]
  /** Distinguishes several on one page. Default: "Breadcrumbs". */
  readonly label?: string
}

/**
 * The way from the outermost place to the page, each place but the last a link.
 * @example <Breadcrumbs items={[{ label: t('notes.title'), to: '/notes' }, { label: note.title }]} />
 * @since 1.0.0
 */
export function Breadcrumbs({ items, label }: BreadcrumbsProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={label ?? t('sdk.breadcrumbs')} className="mb-2 text-sm text-muted">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1">
        {items.map(({ label: name, to }, index) => (
          <li key={`${to ?? ''} ${name}`} className="flex min-h-6 min-w-0 items-center gap-1">
            {index > 0 && <Icon name="chevron-right" size={14} className="text-subtle" />}
            {to === undefined ? (
              <span className="truncate" aria-current={index === items.length - 1 ? 'page' : undefined}>
                {name}
              </span>
            ) : (
              <Link to={to} className="truncate rounded-control hover:text-fg hover:underline">
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
