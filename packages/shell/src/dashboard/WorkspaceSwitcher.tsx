import type { ComponentProps } from 'react'
import { Avatar, Icon, useSession, useTranslation } from '@host/plugin-sdk'
import { LateMenu } from '../frame/LateMenu.tsx'

const loadChoices = () => import('./WorkspaceChoices.tsx')

/** Which workspace this is, with a menu of the others. */
export function WorkspaceSwitcher() {
  return <LateMenu trigger={<SwitcherButton />} load={loadChoices} />
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
      <Avatar name={name} of={workspace?.id} picture={workspace?.logo} shape="square" size="small" />
      <span className="max-w-40 truncate">
        <span className="sr-only">{t('shell.workspace.current')}</span>
        {name}
      </span>
      <Icon name="chevrons-up-down" size={14} className="text-subtle" />
    </button>
  )
}
