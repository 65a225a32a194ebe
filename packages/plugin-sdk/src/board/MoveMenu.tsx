import { IconButton } from '../components/IconButton.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { BoardCardProps } from './BoardCard.tsx'
import { placeBeside } from './board-order.ts'

type MoveMenuProps<Card> = Omit<BoardCardProps<Card>, 'helpId'> & { readonly label: string }

/** Moves a card without dragging. */
export function MoveMenu<Card>({ card: { id, column }, label, props: { columns }, state }: MoveMenuProps<Card>) {
  const { t } = useTranslation()
  const up = placeBeside(state.cards, columns, { id, direction: 'up' })
  const down = placeBeside(state.cards, columns, { id, direction: 'down' })
  const trigger = (
    <IconButton icon="ellipsis" size="compact" label={t('sdk.board.move', { card: label })} className="-my-1 -mr-1" />
  )
  return (
    <span className="relative">
      <Menu trigger={trigger}>
        {up !== undefined && (
          <MenuItem icon="arrow-up" onSelect={() => state.move(id, up)}>
            {t('sdk.board.up')}
          </MenuItem>
        )}
        {down !== undefined && (
          <MenuItem icon="arrow-down" onSelect={() => state.move(id, down)}>
            {t('sdk.board.down')}
          </MenuItem>
        )}
        {(up ?? down) !== undefined && <MenuSeparator />}
        <MenuLabel>{t('sdk.board.moveTo')}</MenuLabel>
        {columns
          .filter((one) => one.id !== column)
          .map((one) => (
            <MenuItem key={one.id} onSelect={() => state.move(id, { to: one.id, before: null })}>
              {one.label}
            </MenuItem>
          ))}
      </Menu>
    </span>
  )
}
