import { Menu, MenuItem, MenuLabel, useQuery, useTranslation } from '@host/plugin-sdk'
import type { ReactElement } from 'react'
import { listLabels } from '../../../shared.ts'
import type { MailActions } from '../useMailActions.ts'

export interface LabelMenuProps {
  readonly actions: Pick<MailActions, 'targets' | 'toggleLabel'>
  readonly trigger: ReactElement
}

/** Gives emails a label, or takes it off where all of them have it. */
export function LabelMenu({ actions, trigger }: LabelMenuProps) {
  return (
    <Menu trigger={trigger}>
      <Labels actions={actions} />
    </Menu>
  )
}

/** Asked for when the menu opens. */
function Labels({ actions: { targets, toggleLabel } }: Pick<LabelMenuProps, 'actions'>) {
  const { t } = useTranslation()
  const { data } = useQuery(listLabels, undefined, { errors: 'page' })
  if (data === undefined) return <MenuLabel>{t('sdk.loading')}</MenuLabel>
  if (data.items.length === 0) return <MenuLabel>{t('mail.emails.noLabels')}</MenuLabel>
  return data.items.map(({ id, name }) => (
    <MenuItem
      key={id}
      icon={targets.every(({ labels }) => labels.includes(id)) ? 'check' : 'tag'}
      onSelect={() => toggleLabel(id)}
    >
      {name}
    </MenuItem>
  ))
}
