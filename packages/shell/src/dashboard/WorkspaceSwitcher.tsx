import type { ComponentProps } from 'react'
import {
  Avatar,
  Icon,
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
import { useSwitchWorkspace } from '../session/useSwitchWorkspace.ts'

/** From this many on they are easier to find by name than by eye. */
const manyWorkspaces = 8

/** Which workspace this is, the way to the others, and to a new one. */
export function WorkspaceSwitcher() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const { data } = useQuery(listWorkspaces, undefined, { errors: 'page' })
  const switchTo = useSwitchWorkspace()
  const openDialog = useFrameDialog()
  const workspaces = data?.items ?? (workspace === null ? [] : [workspace])
  const search = workspaces.length < manyWorkspaces ? {} : { search: t('shell.workspace.search') }
  return (
    <Menu align="start" trigger={<SwitcherButton />} searchKeeps={[t('shell.workspace.create')]} {...search}>
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

function SwitcherButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const name = workspace?.name ?? t('shell.workspace.none')
  return (
    <button
      type="button"
      {...props}
      className="flex h-control min-w-0 items-center gap-2 rounded-control px-1.5 text-sm font-medium transition-colors hover:bg-hover data-popup-open:bg-hover"
    >
      <Avatar name={name} shape="square" size="small" />
      <span className="max-w-40 truncate">
        <span className="sr-only">{t('shell.workspace.current')}</span>
        {name}
      </span>
      <Icon name="chevrons-up-down" size={14} className="text-subtle" />
    </button>
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
