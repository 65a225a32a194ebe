import { PageTabs, useTranslation } from '@host/plugin-sdk'
import { builtinProvider, type ZoneDetails } from '../../shared.ts'

/** The pages of a zone. */
export function ZoneTabs({ zone: { id, provider } }: { readonly zone: Pick<ZoneDetails, 'id' | 'provider'> }) {
  const { t } = useTranslation()
  const pages = [
    { path: `/domains/zones/${id}`, label: t('domains.records.title') },
    { path: `/domains/zones/${id}/history`, label: t('domains.history.title') },
    ...(provider === builtinProvider
      ? [{ path: `/domains/zones/${id}/server`, label: t('domains.served.title') }]
      : []),
  ]
  return <PageTabs label={t('domains.zones.pages')} pages={pages} />
}
