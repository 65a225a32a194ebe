import { HelpLink, Link, PageHeader, useTranslation } from '@host/plugin-sdk'

const tabClass =
  'inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg'

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
      <nav aria-label={t('domains.console.pages')} className="mb-4 flex gap-1 border-b border-line">
        {pages.map(([path, label]) => (
          <Link key={path} to={path} className={tabClass}>
            {t(label)}
          </Link>
        ))}
      </nav>
    </>
  )
}
