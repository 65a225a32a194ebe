import { lazy, useState } from 'react'
import { useLocation, useSession, useTranslation } from '@host/plugin-sdk'
import { PluginPages, useAccent, usePages, usePlugins, type ShownPage } from '@host/plugin-sdk/shell'
import { Breadcrumbs } from '../frame/Breadcrumbs.tsx'
import { NotFound } from '../frame/NotFound.tsx'
import { OnceOpened } from '../frame/OnceOpened.tsx'
import { PageArea } from '../frame/PageArea.tsx'
import { PageSkeleton } from '../frame/PageSkeleton.tsx'
import { SkipLink } from '../frame/SkipLink.tsx'
import { useDocumentTitle } from '../frame/useDocumentTitle.ts'
import { findEntry } from '../frame/find-entry.ts'
import { NoWorkspace } from './NoWorkspace.tsx'
import { sidebarAreas, type SidebarArea } from './sidebar-areas.ts'
import { Sidebar } from './Sidebar.tsx'
import { SidebarTexts } from './SidebarTexts.tsx'
import { TopBar } from './TopBar.tsx'

const SidebarDrawer = lazy(() => import('./SidebarDrawer.tsx'))

const noEntries: readonly ShownPage[] = []

/** The workspace dashboard: top bar, sidebar and the page. */
export default function Dashboard() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const areas = useSidebarAreas()
  const path = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const entry = findEntry(menusOf(areas), path)
  const area = areas.find((one) => menusOf([one]).some((menu) => menu === entry)) ?? areas[0]
  useDocumentTitle(entry?.label, workspace?.name)
  useAccent(workspace?.accent ?? null)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar areas={areas} current={area} onOpenMenu={() => setDrawerOpen(true)} />
      <div className="flex flex-1">
        {workspace !== null && (
          <nav
            aria-label={t('shell.navigation')}
            className="scroll-thin sticky top-topbar hidden h-[calc(100dvh-3rem)] w-sidebar shrink-0 overflow-y-auto border-r border-line px-3 py-4 md:block"
          >
            <SidebarTexts areas={areas}>
              <Sidebar area={area} current={entry} />
            </SidebarTexts>
          </nav>
        )}
        <PageArea>
          <Breadcrumbs entry={entry} />
          {workspace === null ? (
            <NoWorkspace />
          ) : (
            <PluginPages scope="tenant" loading={<PageSkeleton />} unknown={<NotFound />} />
          )}
        </PageArea>
      </div>
      <OnceOpened open={isDrawerOpen}>
        <SidebarDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} areas={areas} current={entry} />
      </OnceOpened>
    </div>
  )
}

function useSidebarAreas(): readonly SidebarArea<ShownPage>[] {
  const { pages } = usePages('tenant')
  const declared = usePlugins().flatMap(({ name, areas = [] }) => areas.map((area) => ({ ...area, plugin: name })))
  return sidebarAreas(pages?.entries ?? noEntries, declared)
}

function menusOf(areas: readonly SidebarArea<ShownPage>[]) {
  return areas.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries.map(({ menu }) => menu)))
}
