import { HelpLink, PageHeader, PageTabs, useTranslation } from '@host/plugin-sdk'

const pages = [
  ['/link-reports', 'links.console.reports'],
  ['/link-reports/links', 'links.console.links'],
  ['/link-reports/denied', 'links.console.denied'],
] as const

/** The head of the pages that instance admins have about abuse of links. */
export function ConsoleTabs() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('links.console.title')}
        description={t('links.console.description')}
        actions={<HelpLink slug="link-abuse" />}
      />
      <PageTabs label={t('links.console.pages')} pages={pages.map(([path, label]) => ({ path, label: t(label) }))} />
    </>
  )
}
