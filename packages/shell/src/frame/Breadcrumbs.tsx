import { Icon, Link, useLocation, useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'

export interface BreadcrumbsProps {
  /** The entry that the present page belongs to. */
  readonly entry: AnnouncedMenu | undefined
}

/** The way back from a page that has no entry of its own. */
export function Breadcrumbs({ entry }: BreadcrumbsProps) {
  const { t } = useTranslation()
  const path = useLocation()
  if (entry === undefined || entry.path === path) return null
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="mb-2 flex items-center gap-1 text-sm text-muted">
      <Link to={entry.path} className="rounded-control hover:text-fg hover:underline">
        {entry.label}
      </Link>
      <Icon name="chevron-right" size={14} className="text-subtle" />
    </nav>
  )
}
