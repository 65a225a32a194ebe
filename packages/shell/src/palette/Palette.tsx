import { useId, useState, type KeyboardEvent } from 'react'
import { useShortcut, useTranslation } from '@host/plugin-sdk'
import { useHref, type ShellScope } from '@host/plugin-sdk/shell'
import { TopLayer } from '../frame/TopLayer.tsx'
import { findEntries } from './find-entries.ts'
import { optionId } from './option-id.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { PaletteField } from './PaletteField.tsx'
import { PaletteHints } from './PaletteHints.tsx'
import { PaletteList } from './PaletteList.tsx'
import { PaletteStatus } from './PaletteStatus.tsx'
import { usePaletteEntries } from './usePaletteEntries.ts'
import { useRecentEntries } from './useRecentEntries.ts'
import { useServerSearch } from './useServerSearch.ts'

export interface PaletteProps {
  readonly scope: ShellScope
  readonly onClose: () => void
}

const surfaceClass =
  'bg-raised mx-auto mt-[10vh] mb-4 w-[calc(100%-1.5rem)] max-w-xl animate-appear overflow-hidden rounded-dialog border border-line text-fg shadow-float outline-none'

/** Finds pages, records and actions by a few letters. A combobox whose list is always open (WAI-ARIA APG). */
export default function Palette({ scope, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const listId = useId()
  const href = useHref()
  const known = usePaletteEntries(scope)
  const recent = useRecentEntries(known)
  const search = useServerSearch(query)
  const sections = findEntries([...recent.entries, ...known, ...search.entries], query)
  const entries = sections.flatMap(({ found }) => found.map(({ entry }) => entry))
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]
  useShortcut('mod+k', onClose)

  function open(entry: PaletteEntry, isInNewTab: boolean) {
    recent.remember(entry)
    if (isInNewTab && entry.href !== undefined) window.open(href(`~${entry.href}`), '_blank', 'noopener')
    else entry.run()
    onClose()
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      open(active, event.metaKey || event.ctrlKey)
      return
    }
    const next = moved(entries, active, event)
    if (next === undefined) return
    event.preventDefault()
    setActiveId(next.id)
  }
  return (
    <TopLayer label={t('shell.palette.title')} onClose={onClose} className={surfaceClass}>
      <PaletteField
        listId={listId}
        activeId={active === undefined ? undefined : optionId(listId, entries.indexOf(active))}
        query={query}
        isSearching={search.isSearching}
        onChange={(next) => {
          setQuery(next)
          setActiveId(undefined)
        }}
        onKeyDown={press}
      />
      <div className="flex h-96 max-h-[60vh] flex-col">
        <PaletteList
          id={listId}
          sections={sections}
          active={active}
          onPoint={(entry) => setActiveId(entry.id)}
          onOpen={open}
        />
        <PaletteStatus count={entries.length} isSearching={search.isSearching} hasFailed={search.hasFailed} />
      </div>
      <PaletteHints />
    </TopLayer>
  )
}

/** The option that an arrow, Home or End leads to; the arrows go round. */
function moved(
  entries: readonly PaletteEntry[],
  active: PaletteEntry | undefined,
  { key, ctrlKey, metaKey }: KeyboardEvent,
): PaletteEntry | undefined {
  if (ctrlKey || metaKey) return undefined
  const at = active === undefined ? -1 : entries.indexOf(active)
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(at - 1)
  if (key === 'Home') return entries[0]
  return key === 'End' ? entries.at(-1) : undefined
}
