import { Icon } from '../../components/Icon.tsx'

/** The arrow on a button that goes to another month. */
export function CalendarChevron({ orientation }: { readonly orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />
}
