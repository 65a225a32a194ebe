import type { ReactNode } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import { Menu } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

export interface RowMenuProps {
  /** The name of the row, which the button has for screen readers. */
  readonly name: string
  /** The action that was chosen is still at work. */
  readonly busy?: boolean
  /** The actions: entries of a `Menu`. */
  readonly children: ReactNode
}

/**
 * The actions on a row of a list, behind one button. It shows while the row is pointed at or has the focus, and always
 * where a finger points.
 * @example <RowMenu name={note.title}><MenuItem icon="trash" danger onSelect={remove}>{t('notes.delete')}</MenuItem></RowMenu>
 * @since 1.0.0
 */
export function RowMenu({ name, busy = false, children }: RowMenuProps) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100 has-data-popup-open:opacity-100 has-aria-busy:opacity-100 [@media(hover:none)]:opacity-100">
      <Menu
        trigger={<IconButton icon="ellipsis" size="compact" busy={busy} label={t('sdk.table.actionsOf', { name })} />}
      >
        {children}
      </Menu>
    </span>
  )
}
