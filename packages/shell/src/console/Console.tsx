import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ButtonLink, StatusView, useLocation, useSession, useTranslation, Widgets } from '@host/plugin-sdk'
import { PluginPages, useRequirementChecks, usePages, useWorkspaceRequirement } from '@host/plugin-sdk/shell'
import { findEntry } from '../frame/find-entry.ts'
import { Breadcrumbs } from '../frame/Breadcrumbs.tsx'
import { NotFound } from '../frame/NotFound.tsx'
import { FrameDialogs } from '../frame/FrameDialogs.tsx'
import { OnceOpened } from '../frame/OnceOpened.tsx'
import { PageArea } from '../frame/PageArea.tsx'
import { PageSkeleton } from '../frame/PageSkeleton.tsx'
import { SkipLink } from '../frame/SkipLink.tsx'
import { useDocumentTitle } from '../frame/useDocumentTitle.ts'
import { GoKeys } from '../keys/GoKeys.tsx'
import { useFrameKeys } from '../keys/useFrameKeys.ts'
import { ConsoleBar } from './ConsoleBar.tsx'
import { ConsoleNav } from './ConsoleNav.tsx'

const WorkspaceRequirementView = lazy(() => import('../frame/WorkspaceRequirementView.tsx'))
const ConsoleDrawer = lazy(() => import('./ConsoleDrawer.tsx'))

/** The instance console: a dark frame with a permanent mark, a flat sidebar, and the page. */
export default function Console() {
  const { user } = useSession()
  if (!user.isInstanceAdmin) return <NoAdmin />
  return (
    <FrameDialogs scope="instance">
      <ConsoleFrame />
    </FrameDialogs>
  )
}

function ConsoleFrame() {
  const { t } = useTranslation()
  const path = useLocation()
  const { pages } = usePages('instance')
  const requirement = useWorkspaceRequirement()
  useRequirementChecks(path)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const menus = pages?.entries.map(({ menu }) => menu) ?? []
  const current = findEntry(menus, path)
  useDocumentTitle(current?.label, t('shell.instance.mark'))
  useFrameKeys()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <GoKeys scope="instance" menus={menus} />
      <ConsoleBar onOpenMenu={() => setDrawerOpen(true)} />
      <div className="flex flex-1">
        <ConsoleNav menus={menus} current={current} />
        <PageArea>
          <Widgets slot="instance.notices" frame={asNotice} />
          <Breadcrumbs entry={current} />
          {requirement === undefined ? (
            <PluginPages scope="instance" loading={<PageSkeleton />} unknown={<NotFound home="/" />} />
          ) : (
            <Suspense fallback={<PageSkeleton />}>
              <WorkspaceRequirementView requirement={requirement} />
            </Suspense>
          )}
        </PageArea>
      </div>
      <OnceOpened open={isDrawerOpen}>
        <ConsoleDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} menus={menus} current={current} />
      </OnceOpened>
    </div>
  )
}

function asNotice(widget: ReactNode, key: string): ReactNode {
  return (
    <div key={key} className="mb-6">
      {widget}
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
