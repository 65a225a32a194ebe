import { Menu, MenuItem, useTranslation } from '@host/plugin-sdk'
import type { ReactElement } from 'react'
import { targetFolders } from '../../shared.ts'
import { folderIcons } from './folders/folder-icons.ts'
import type { MailActions } from './useMailActions.ts'

export interface MoveMenuProps {
  readonly actions: MailActions
  readonly trigger: ReactElement
}

/** Moves emails to a folder in which not all of them are. */
export function MoveMenu({ actions, trigger }: MoveMenuProps) {
  const { t } = useTranslation()
  const targets = targetFolders.filter((folder) => actions.targets.some((email) => email.folder !== folder))
  return (
    <Menu trigger={trigger}>
      {targets.map((folder) => (
        <MenuItem key={folder} {...folderIcons[folder]} onSelect={() => actions.move(folder)}>
          {t(`mail.emails.folder.${folder}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
