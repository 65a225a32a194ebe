import { Tabs as Base } from '@base-ui/react/tabs'
import { useState, type ReactNode } from 'react'
import { useSearch } from '../navigation/useSearch.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** A tab and its panel. */
export interface Tab {
  readonly id: string
  readonly label: string
  /** A lucide name. */
  readonly icon?: string
  /** Stands after the label, such as a count. */
  readonly hint?: ReactNode
  readonly content: ReactNode
}

export interface TabsProps {
  /** Names the set of tabs, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Keeps the chosen tab in the address under this name, so that a link brings it back. */
  readonly search?: string
}

const tabClass = classNames(
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-control px-2.5 text-sm font-medium whitespace-nowrap text-muted',
  'transition-colors hover:text-fg data-active:text-fg',
)

/**
 * Parts of one thing, of which one shows at a time; the first when none was chosen. Arrows move between them.
 * @example <Tabs label={t('notes.parts')} search="part" tabs={[{ id: 'text', label: t('notes.text'), content: <Text /> }]} />
 * @since 1.0.0
 */
export function Tabs({ label, tabs, search }: TabsProps) {
  const [query, setQuery] = useSearch()
  const [kept, setKept] = useState<string>()
  const wanted = search === undefined ? kept : query.get(search)
  const chosen = tabs.find(({ id }) => id === wanted) ?? tabs[0]
  function choose(id: string) {
    if (search === undefined) setKept(id)
    else setQuery({ [search]: id === tabs[0]?.id ? undefined : id }, { replace: true })
  }
  return (
    <Base.Root value={chosen?.id ?? null} onValueChange={(id: string) => choose(id)}>
      <Base.List
        activateOnFocus
        aria-label={label}
        className="scroll-thin relative flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map(({ id, label: name, icon, hint }) => (
          <Base.Tab key={id} value={id} className={tabClass}>
            {icon !== undefined && <Icon name={icon} />}
            {name}
            {hint}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent transition-[left,width]" />
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="pt-4">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
