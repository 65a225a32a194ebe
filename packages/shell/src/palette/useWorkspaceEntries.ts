import { listWorkspaces } from '@host/platform-api/workspaces'
import { useQuery, useSession, useTranslation } from '@host/plugin-sdk'
import { useFrameDialog } from '../frame/FrameDialogs.tsx'
import { useSwitchWorkspace } from '../session/useSwitchWorkspace.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The other workspaces of the reader, and the way to a new one. */
export function useWorkspaceEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { data } = useQuery(listWorkspaces, undefined, { errors: 'page' })
  const switchTo = useSwitchWorkspace()
  const openDialog = useFrameDialog()
  const others = (data?.items ?? []).filter(({ id }) => id !== workspace?.id)
  return [
    ...others.map(({ id, name, slug }) => ({
      id: `workspace ${id}`,
      section: 'workspaces' as const,
      label: t('shell.palette.switchTo', { name }),
      detail: slug,
      icon: 'building',
      run: () => switchTo(id),
    })),
    {
      id: 'create workspace',
      section: 'workspaces',
      label: t('shell.workspace.create'),
      icon: 'plus',
      run: () => openDialog('createWorkspace'),
    },
  ]
}
