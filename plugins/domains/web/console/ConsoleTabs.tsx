import { HelpLink, PageHeader, PageTabs, useTranslation } from '@host/plugin-sdk'

const pages = [
  ['/all-domains', 'domains.console.domains'],
  ['/all-domains/zones', 'domains.console.zones'],
  ['/all-domains/providers', 'domains.console.providers'],
] as const

/** The head of the pages that instance admins have about domains. */
export function ConsoleTabs() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('domains.console.title')}
        description={t('domains.console.description')}
        actions={<HelpLink slug="instance-domains" />}
      />
      <PageTabs label={t('domains.console.pages')} pages={pages.map(([path, label]) => ({ path, label: t(label) }))} />
    </>
  )
}
