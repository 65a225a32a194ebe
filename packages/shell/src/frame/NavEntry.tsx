import { Icon, Link, useTranslation } from '@host/plugin-sdk'
import { classNames, LateTooltip, type AnnouncedMenu } from '@host/plugin-sdk/shell'
import { Keys } from '../keys/Keys.tsx'

export interface NavEntryProps {
  readonly menu: AnnouncedMenu
  readonly isCurrent: boolean
  /** Whether there is room for the icon only. */
  readonly isRail?: boolean
  /** How much waits on the page; 0 when nothing does. */
  readonly count: number
  readonly keys?: string | undefined
  readonly onFollow?: (() => void) | undefined
}

/** An entry of the sidebar or the rail. A badge is a number for sighted users and words for screen readers. */
export function NavEntry({ menu, isCurrent, isRail = false, count, keys, onFollow }: NavEntryProps) {
  const { t } = useTranslation()
  const name = count > 0 ? t('shell.nav.waiting', { label: menu.label, count }) : undefined
  const link = (
    <Link
      to={menu.path}
      aria-label={isRail ? (name ?? menu.label) : name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
      className={classNames(
        'flex items-center rounded-control text-sm font-medium transition-colors',
        isRail ? 'size-10 justify-center' : classNames('h-control gap-2.5 pl-2', count > 0 ? 'pr-10' : 'pr-2'),
        isCurrent ? 'bg-accent-soft text-accent-fg' : 'text-muted hover:bg-hover hover:text-fg',
      )}
    >
      <Icon name={menu.icon} size={isRail ? 18 : 16} />
      {!isRail && <span className="truncate">{menu.label}</span>}
    </Link>
  )
  return (
    <div className="group relative">
      {isRail ? <RailTooltip label={menu.label} keys={keys} link={link} /> : link}
      {count > 0 && <Count count={count} isRail={isRail} />}
      {!isRail && count === 0 && keys !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2 flex items-center opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100"
        >
          <Keys keys={keys} />
        </span>
      )}
    </div>
  )
}

interface RailTooltipProps extends Pick<NavEntryProps, 'keys'> {
  readonly label: string
  readonly link: React.ReactElement
}

function RailTooltip({ label, keys, link }: RailTooltipProps) {
  const text = (
    <span className="flex items-center gap-2">
      {label}
      {keys !== undefined && <Keys keys={keys} />}
    </span>
  )
  return (
    <LateTooltip text={text} side="right">
      {link}
    </LateTooltip>
  )
}

const mostShown = 99

function Count({ count, isRail }: { readonly count: number; readonly isRail: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-xs font-medium text-on-solid',
        isRail ? 'top-0.5 right-0.5' : 'top-1/2 right-2 -translate-y-1/2',
      )}
    >
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  )
}
