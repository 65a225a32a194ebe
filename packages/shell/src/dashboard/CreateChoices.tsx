import { Menu, MenuItem } from '@host/plugin-sdk'
import type { LateMenuPart } from '../frame/LateMenu.tsx'
import { useCreateEntries } from '../palette/useCreateEntries.ts'

/** The records that the reader may create. */
export default function CreateChoices({ trigger }: LateMenuPart) {
  const entries = useCreateEntries()
  return (
    <Menu trigger={trigger}>
      {entries.map(({ id, icon, label, run }) => (
        <MenuItem key={id} icon={icon} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
