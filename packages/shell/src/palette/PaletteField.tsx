import type { KeyboardEvent } from 'react'
import { Icon, Spinner, useTranslation } from '@host/plugin-sdk'

export interface PaletteFieldProps {
  /** Which list it speaks for. */
  readonly listId: string
  /** The option that Enter opens. */
  readonly activeId: string | undefined
  readonly query: string
  readonly isSearching: boolean
  readonly onChange: (query: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The input of the palette; it keeps the focus and exposes the active option to screen readers. */
export function PaletteField({ listId, activeId, query, isSearching, onChange, onKeyDown }: PaletteFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="flex h-topbar items-center gap-2.5 border-b border-line px-4">
      <Icon name="search" className="text-subtle" />
      <input
        autoFocus
        role="combobox"
        aria-label={t('shell.palette.title')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={t('shell.palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
      />
      {isSearching && <Spinner />}
    </div>
  )
}
