import { lazy, useState } from 'react'
import { StatusView, ButtonLink, useLocation, useSession, useTranslation } from '@host/plugin-sdk'
import { PluginPages, usePages } from '@host/plugin-sdk/shell'
import { findEntry } from '../frame/find-entry.ts'
import { Breadcrumbs } from '../frame/Breadcrumbs.tsx'
import { NotFound } from '../frame/NotFound.tsx'
import { OnceOpened } from '../frame/OnceOpened.tsx'
import { PageArea } from '../frame/PageArea.tsx'
import { PageSkeleton } from '../frame/PageSkeleton.tsx'
import { SkipLink } from '../frame/SkipLink.tsx'
import { useDocumentTitle } from '../frame/useDocumentTitle.ts'
import { ConsoleBar } from './ConsoleBar.tsx'
import { Rail } from './Rail.tsx'

const ConsoleDrawer = lazy(() => import('./ConsoleDrawer.tsx'))

/** The instance console: a dark frame with a permanent mark, a flat rail, and the page. */
export default function Console() {
  const { user } = useSession()
  return user.isInstanceAdmin ? <ConsoleFrame /> : <NoAdmin />
}

function ConsoleFrame() {
  const { t } = useTranslation()
  const path = useLocation()
  const { pages } = usePages('instance')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const menus = pages?.entries.map(({ menu }) => menu) ?? []
  const current = findEntry(menus, path)
  useDocumentTitle(current?.label, t('shell.instance.mark'))
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ConsoleBar onOpenMenu={() => setDrawerOpen(true)} />
      <div className="flex flex-1">
        <Rail menus={menus} current={current} />
        <PageArea>
          <Breadcrumbs entry={current} />
          <PluginPages scope="instance" loading={<PageSkeleton />} unknown={<NotFound home="/" />} />
        </PageArea>
      </div>
      <OnceOpened open={isDrawerOpen}>
        <ConsoleDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} menus={menus} current={current} />
      </OnceOpened>
    </div>
  )
}

function NoAdmin() {
  const { t } = useTranslation()
  const way = (
    <ButtonLink to="~/admin" variant="primary">
      {t('shell.user.backToWorkspace')}
    </ButtonLink>
  )
  return (
    <main>
      <StatusView icon="shield-alert" title={t('shell.instance.denied')} actions={way}>
        <p>{t('shell.instance.deniedHelp')}</p>
      </StatusView>
    </main>
  )
}
