import { Link, useTranslation } from '@host/plugin-sdk'

const tabClass =
  'inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg'

/** The pages of a link. */
export function LinkTabs({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('links.pages')} className="mb-4 flex gap-1 border-b border-line">
      <Link to={`/links/${id}`} className={tabClass}>
        {t('links.statistics.title')}
      </Link>
      <Link to={`/links/${id}/rules`} className={tabClass}>
        {t('links.rules.title')}
      </Link>
      <Link to={`/links/${id}/settings`} className={tabClass}>
        {t('links.settings')}
      </Link>
    </nav>
  )
}
