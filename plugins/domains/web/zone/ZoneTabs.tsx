import { Link, useTranslation } from '@host/plugin-sdk'

const tabClass =
  'inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg'

/** The pages of a zone. */
export function ZoneTabs({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('domains.zones.pages')} className="mb-4 flex gap-1 border-b border-line">
      <Link to={`/domains/zones/${id}`} className={tabClass}>
        {t('domains.records.title')}
      </Link>
      <Link to={`/domains/zones/${id}/history`} className={tabClass}>
        {t('domains.history.title')}
      </Link>
    </nav>
  )
}
