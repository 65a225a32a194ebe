import { Icon, Link, useLocation, useTranslation } from '@host/plugin-sdk'
import { useCrumbs, type AnnouncedMenu } from '@host/plugin-sdk/shell'

export interface BreadcrumbsProps {
  /** The entry that the present page belongs to. */
  readonly entry: AnnouncedMenu | undefined
}

/** The way back from a page that has no entry of its own, and the names of what stands between. */
export function Breadcrumbs({ entry }: BreadcrumbsProps) {
  const { t } = useTranslation()
  const path = useLocation()
  const crumbs = useCrumbs()
  if (entry === undefined || entry.path === path) return null
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="mb-2 text-sm text-muted">
      <ol className="flex min-h-5 flex-wrap items-center gap-1">
        <li className="flex min-w-0 items-center gap-1">
          <Link to={entry.path} className="truncate rounded-control hover:text-fg hover:underline">
            {entry.label}
          </Link>
          <Icon name="chevron-right" size={14} className="text-subtle" />
        </li>
        {crumbs.map(({ title, to }) => (
          <li key={`${title} ${to}`} className="flex min-w-0 items-center gap-1">
            {to === undefined ? (
              <span aria-current="page" className="truncate">
                {title}
              </span>
            ) : (
              <>
                <Link to={to} className="truncate rounded-control hover:text-fg hover:underline">
                  {title}
                </Link>
                <Icon name="chevron-right" size={14} className="text-subtle" />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
