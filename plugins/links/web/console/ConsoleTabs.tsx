import { HelpLink, Link, PageHeader, useTranslation } from '@host/plugin-sdk'

const tabClass =
  'inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg'

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
      <nav aria-label={t('links.console.pages')} className="mb-4 flex gap-1 border-b border-line">
        {pages.map(([path, label]) => (
          <Link key={path} to={path} className={tabClass}>
            {t(label)}
          </Link>
        ))}
      </nav>
    </>
  )
}
