import type { ReactNode } from 'react'
import { HelpLink, PageHeader, PageTabs, useTranslation } from '@host/plugin-sdk'

const pages = [
  ['/plans', 'plans.console.plans'],
  ['/plans/workspaces', 'plans.console.workspaces'],
  ['/plans/limits', 'plans.console.limits'],
] as const

/** The head of the pages about plans in the console. */
export function ConsoleTabs({ actions }: { readonly actions?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('plans.console.title')}
        description={t('plans.console.description')}
        actions={
          <>
            <HelpLink slug="instance-plans" />
            {actions}
          </>
        }
      />
      <PageTabs label={t('plans.console.pages')} pages={pages.map(([path, label]) => ({ path, label: t(label) }))} />
    </>
  )
}
