import {
  Avatar,
  Menu,
  MenuChoices,
  MenuItem,
  MenuSeparator,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { listWorkspaces } from '../endpoints.ts'
import { useFrameDialog } from '../frame/FrameDialogs.tsx'
import type { LateMenuPart } from '../frame/LateMenu.tsx'
import { useSwitchWorkspace } from '../session/useSwitchWorkspace.ts'

/** From this many on they are easier to find by name than by eye. */
const manyWorkspaces = 8

/** The way to the other workspaces, and to a new one. */
export default function WorkspaceChoices({ trigger }: LateMenuPart) {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { data } = useQuery(listWorkspaces, undefined, { errors: 'page' })
  const switchTo = useSwitchWorkspace()
  const openDialog = useFrameDialog()
  const workspaces = data?.items ?? (workspace === null ? [] : [workspace])
  const search = workspaces.length < manyWorkspaces ? {} : { search: t('shell.workspace.search') }
  return (
    <Menu align="start" trigger={trigger} searchKeeps={[t('shell.workspace.create')]} {...search}>
      <MenuChoices
        label={t('shell.workspace.switch')}
        value={workspace?.id}
        choices={workspaces.map(({ id, name }) => ({ value: id, label: <WorkspaceName name={name} />, text: name }))}
        onChange={(id) => id !== workspace?.id && switchTo(id)}
      />
      <MenuSeparator />
      <MenuItem icon="plus" onSelect={() => openDialog('createWorkspace')}>
        {t('shell.workspace.create')}
      </MenuItem>
    </Menu>
  )
}

function WorkspaceName({ name }: { readonly name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} shape="square" size="small" />
      <span className="truncate">{name}</span>
    </span>
  )
}
