import { Menu as Base } from '@base-ui/react/menu'
import { createContext, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { WithRefusal, type CallingProps } from './WithRefusal.tsx'

/** Whether something is rendered as an entry of a menu. */
export const InMenu = createContext(false)

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'bottom' | 'right'
  /** Adds a search field above the entries, with this text as its label. */
  readonly search?: string
  /** Texts of entries that the search never hides. */
  readonly searchKeeps?: readonly string[]
  readonly children: ReactNode
}

const entryClass = classNames(
  'flex min-h-compact w-full items-center gap-2.5 rounded-control px-2 py-1 text-sm text-fg outline-none select-none',
  'data-highlighted:bg-hover data-disabled:opacity-55',
)

/**
 * A list of actions or choices that opens from a button.
 * @example <Menu trigger={<IconButton icon="ellipsis" label={t('notes.more')} />}><MenuItem ... /></Menu>
 * @since 1.0.0
 */
export function Menu({ trigger, align = 'end', side = 'bottom', search, searchKeeps, children }: MenuProps) {
  const { t } = useTranslation()
  const root = (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          role="region"
          aria-label={t('sdk.menu')}
          className="z-50 outline-none"
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup
            {...(search === undefined && { 'data-scrolls': 'popup' })}
            className={classNames(
              search === undefined && 'scroll-thin max-h-(--available-height) overflow-y-auto',
              'glass min-w-48 max-w-72 origin-(--transform-origin) rounded-card border border-line p-1 shadow-float outline-none transition-[opacity,scale] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
            )}
          >
            <InMenu value>
              {search === undefined ? children : <Searchable search={search}>{children}</Searchable>}
            </InMenu>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
  const { contains } = Base.useFilter()
  const keeps = (text: string, query: string) => searchKeeps?.includes(text) === true || contains(text, query)
  if (search === undefined) return root
  return (
    <Base.FilterProvider autoHighlight filter={keeps}>
      {root}
    </Base.FilterProvider>
  )
}

function Searchable({ search, children }: { readonly search: string; readonly children: ReactNode }) {
  return (
    <>
      <div className="-mx-1 -mt-1 mb-1 flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" size={14} className="text-subtle" />
        <Base.Input
          aria-label={search}
          placeholder={search}
          className="h-9 w-full bg-transparent text-sm outline-none"
        />
      </div>
      <Base.List data-scrolls="popup" className="scroll-thin max-h-80 overflow-y-auto outline-none">
        {children}
      </Base.List>
    </>
  )
}

export interface MenuItemProps extends CallingProps {
  readonly icon?: string
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly children: ReactNode
}

/**
 * An action of a `Menu`.
 * @example <MenuItem icon="trash" danger onSelect={remove}>{t('notes.delete')}</MenuItem>
 * @since 1.0.0
 */
export function MenuItem({ calls, ...props }: MenuItemProps) {
  if (calls === undefined) return <PlainItem {...props} />
  return <WithRefusal calls={calls}>{(reason) => <PlainItem {...props} reason={reason} />}</WithRefusal>
}

interface PlainItemProps extends Omit<MenuItemProps, 'calls'> {
  /** Why it can't be chosen; shown below its text. */
  readonly reason?: string | undefined
}

function PlainItem({ icon, onSelect, danger = false, disabled = false, reason, children }: PlainItemProps) {
  return (
    <Base.Item
      disabled={disabled || reason !== undefined}
      onClick={onSelect}
      className={classNames(entryClass, danger && 'text-danger-fg')}
    >
      {icon !== undefined && <Icon name={icon} className={danger ? 'text-danger-fg' : 'text-muted'} />}
      {reason === undefined ? (
        children
      ) : (
        <span className="min-w-0">
          <span className="block">{children}</span>
          <span className="block text-xs text-muted">{reason}</span>
        </span>
      )}
    </Base.Item>
  )
}

/** One of the choices of a menu. */
export interface MenuChoice {
  readonly value: string
  readonly label: ReactNode
  /** Found by the search, when `label` is more than text. */
  readonly text?: string
  readonly icon?: string
}

export interface MenuChoicesProps {
  /** Names the choice. */
  readonly label: string
  /** Leaves the label to screen readers. */
  readonly hideLabel?: boolean
  readonly value: string | undefined
  readonly choices: readonly MenuChoice[]
  readonly onChange: (value: string) => void
}

/**
 * One of several, with a tick at the one that holds.
 * @example <MenuChoices label={t('notes.order')} value={order} choices={orders} onChange={setOrder} />
 * @since 1.0.0
 */
export function MenuChoices({ label, hideLabel = false, value, choices, onChange }: MenuChoicesProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)} aria-label={label}>
      {!hideLabel && <MenuLabel>{label}</MenuLabel>}
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} label={choice.text} closeOnClick className={entryClass}>
          {choice.icon !== undefined && <Icon name={choice.icon} className="text-muted" />}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <span className="size-4">
            <Base.RadioItemIndicator>
              <Icon name="check" className="text-accent-fg" />
            </Base.RadioItemIndicator>
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/**
 * Heading of the entries below it.
 * @example <MenuLabel>{t('notes.shared')}</MenuLabel>
 * @since 1.0.0
 */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-hidden className="px-2 pt-1.5 pb-1 text-xs font-medium text-subtle">
      {children}
    </div>
  )
}

/**
 * A line between groups of entries.
 * @example <MenuSeparator />
 * @since 1.0.0
 */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
