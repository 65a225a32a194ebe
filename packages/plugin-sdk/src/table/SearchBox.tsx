import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcut } from '../commands/useShortcut.ts'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { TableHandle } from './useTable.ts'

export interface SearchBoxProps {
  readonly table: Pick<TableHandle, 'search' | 'setSearch'>
  readonly label: string
}

/** Delay after the last keystroke before the list is searched, in milliseconds. */
const pause = 250

/** Searches a list while the user types; `/` focuses the field. */
export function SearchBox({ table, label }: SearchBoxProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  // The typed text applies until the search in the address is changed by other means.
  const [draft, setDraft] = useState({ text: table.search, of: table.search })
  const text = draft.of === table.search ? draft.text : table.search
  function search(wanted: string) {
    if (wanted.trim() === table.search) return
    setDraft({ text: wanted, of: wanted.trim() })
    table.setSearch(wanted)
  }
  const follow = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => follow(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  useShortcut('/', () => input.current?.focus(), { label: t('sdk.table.keys.search') })
  return (
    <Input
      ref={input}
      type="search"
      icon="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      className="min-w-56 flex-1 sm:w-64 sm:flex-none"
      value={text}
      onChange={(event) => setDraft({ text: event.target.value, of: table.search })}
      onKeyDown={(event) => event.key === 'Enter' && search(text)}
    />
  )
}
