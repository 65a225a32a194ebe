import { createWorkspace, listWorkspaces } from '@host/platform-api/workspaces'
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
  const workspaces = data?.items.filter(({ eraseAt }) => eraseAt === null) ?? (workspace === null ? [] : [workspace])
  const hasClosed = data?.items.some(({ eraseAt }) => eraseAt !== null) === true
  const search = workspaces.length < manyWorkspaces ? {} : { search: t('shell.workspace.search') }
  return (
    <Menu
      align="start"
      trigger={trigger}
      searchKeeps={[t('shell.workspace.create'), t('shell.workspace.closed')]}
      {...search}
    >
      <MenuChoices
        label={t('shell.workspace.switch')}
        value={workspace?.id}
        choices={workspaces.map(({ id, name, logo }) => ({
          value: id,
          label: <WorkspaceName id={id} name={name} logo={logo} />,
          text: name,
        }))}
        onChange={(id) => id !== workspace?.id && switchTo(id)}
      />
      <MenuSeparator />
      <MenuItem calls={createWorkspace} icon="plus" onSelect={() => openDialog('createWorkspace')}>
        {t('shell.workspace.create')}
      </MenuItem>
      {hasClosed && (
        <MenuItem icon="trash" onSelect={() => openDialog('closedWorkspaces')}>
          {t('shell.workspace.closed')}
        </MenuItem>
      )}
    </Menu>
  )
}

interface WorkspaceNameProps {
  readonly id: string
  readonly name: string
  readonly logo: string | null
}

function WorkspaceName({ id, name, logo }: WorkspaceNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} of={id} picture={logo} shape="square" size="small" />
      <span className="truncate">{name}</span>
    </span>
  )
}
