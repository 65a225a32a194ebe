import { lazy, Suspense, useState } from 'react'
import { useLocation, useSession, useTranslation } from '@host/plugin-sdk'
import {
  PluginPages,
  useAccent,
  useRequirementChecks,
  usePages,
  useWorkspaceRequirement,
  usePlugins,
  type ShownPage,
} from '@host/plugin-sdk/shell'
import { Breadcrumbs } from '../frame/Breadcrumbs.tsx'
import { FrameDialogs } from '../frame/FrameDialogs.tsx'
import { NotFound } from '../frame/NotFound.tsx'
import { OnceOpened } from '../frame/OnceOpened.tsx'
import { PageArea } from '../frame/PageArea.tsx'
import { PageSkeleton } from '../frame/PageSkeleton.tsx'
import { SkipLink } from '../frame/SkipLink.tsx'
import { useBadges } from '../frame/useBadges.ts'
import { useDocumentTitle } from '../frame/useDocumentTitle.ts'
import { findEntry } from '../frame/find-entry.ts'
import { ActionKeys } from '../keys/ActionKeys.tsx'
import { GoKeys } from '../keys/GoKeys.tsx'
import { useFrameKeys } from '../keys/useFrameKeys.ts'
import { createLastPlace } from './last-place.ts'
import { PlaceRecorder } from './PlaceRecorder.tsx'
import { isInSettings } from './settings-groups.ts'
import { sidebarAreas, type SidebarArea } from './sidebar-areas.ts'
import { SideNav } from './SideNav.tsx'
import { TopBar } from './TopBar.tsx'
import { useRail } from './useRail.ts'

const SuspensionNote = lazy(() => import('./SuspensionNote.tsx'))
const SupportNote = lazy(() => import('./SupportNote.tsx'))
const NoWorkspace = lazy(() => import('./NoWorkspace.tsx'))
const WorkspaceRequirementView = lazy(() => import('../frame/WorkspaceRequirementView.tsx'))
const SidebarDrawer = lazy(() => import('./SidebarDrawer.tsx'))

const noEntries: readonly ShownPage[] = []

/** The workspace dashboard: top bar, sidebar and the page. */
export default function Dashboard() {
  return (
    <FrameDialogs scope="tenant">
      <DashboardFrame />
    </FrameDialogs>
  )
}

function DashboardFrame() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { pages } = usePages('tenant')
  const path = useLocation()
  const badges = useBadges({ enabled: workspace !== null })
  const rail = useRail()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [lastPlace] = useState(createLastPlace)
  const entries = pages?.entries ?? noEntries
  const menus = entries.map(({ menu }) => menu)
  const entry = findEntry(menus, path)
  const isSettings = isInSettings(entry, path)
  const areas = useSidebarAreas(entries)
  const area = areas.find((one) => menusOf(one).some((menu) => menu === entry)) ?? areas[0]
  const isHomeless = workspace === null && pages !== undefined && entry === undefined
  const requirement = useWorkspaceRequirement()
  const isShut = requirement !== undefined && pages !== undefined && entry === undefined
  useAccent(workspace?.accent ?? null)
  useRequirementChecks(path)
  useDocumentTitle(entry?.label, isSettings ? t('shell.settings.title') : undefined, workspace?.name)
  useFrameKeys()
  const places = { entries, current: entry, badges, isInSettings: isSettings, lastPlace }
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <GoKeys scope="tenant" menus={menus} />
      <ActionKeys />
      <PlaceRecorder lastPlace={lastPlace} isPlace={pages !== undefined && !isSettings} />
      <TopBar areas={areas} current={area} onOpenMenu={() => setDrawerOpen(true)} />
      <div className="flex flex-1">
        <SideNav {...places} area={area} rail={rail} />
        <PageArea>
          {workspace?.suspension !== undefined && (
            <Suspense fallback={null}>
              <SuspensionNote suspension={workspace.suspension} />
            </Suspense>
          )}
          {workspace?.support !== undefined && (
            <Suspense fallback={null}>
              <SupportNote workspace={workspace} />
            </Suspense>
          )}
          <Breadcrumbs entry={entry} />
          <Suspense fallback={<PageSkeleton />}>
            {isHomeless && <NoWorkspace />}
            {isShut && <WorkspaceRequirementView requirement={requirement} />}
          </Suspense>
          {!isHomeless && !isShut && <PluginPages scope="tenant" loading={<PageSkeleton />} unknown={<NotFound />} />}
        </PageArea>
      </div>
      <OnceOpened open={isDrawerOpen}>
        <SidebarDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} areas={areas} {...places} />
      </OnceOpened>
    </div>
  )
}

function useSidebarAreas(entries: readonly ShownPage[]): readonly SidebarArea<ShownPage>[] {
  const declared = usePlugins().flatMap(({ name, areas = [] }) => areas.map((area) => ({ ...area, plugin: name })))
  return sidebarAreas(entries, declared)
}

function menusOf({ groups }: SidebarArea<ShownPage>) {
  return groups.flatMap(({ entries }) => entries.map(({ menu }) => menu))
}
