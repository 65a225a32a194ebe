import { PageTabs, useTranslation } from '@host/plugin-sdk'

/** The pages of a zone. */
export function ZoneTabs({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const pages = [
    { path: `/domains/zones/${id}`, label: t('domains.records.title') },
    { path: `/domains/zones/${id}/history`, label: t('domains.history.title') },
  ]
  return <PageTabs label={t('domains.zones.pages')} pages={pages} />
}
