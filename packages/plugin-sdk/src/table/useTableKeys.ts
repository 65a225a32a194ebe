import { useShortcut } from '../commands/useShortcut.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Handlers of a table's keyboard shortcuts. */
export interface TableKeys {
  /** Goes so many rows on. */
  readonly onMove: (step: number) => void
  readonly onChoose: (() => void) | undefined
  readonly onOpen: (() => void) | undefined
  readonly onClear: (() => void) | undefined
  /** Whether the focus is in the table: only there do the arrows belong to it. */
  readonly hasFocus: boolean
}

const nothing = (): void => undefined

/** The keys of a table, as long as it is on the page. */
export function useTableKeys({ onMove, onChoose, onOpen, onClear, hasFocus }: TableKeys): void {
  const { t } = useTranslation()
  useShortcut('j', () => onMove(1), { label: t('sdk.table.keys.next'), group: 'list', repeats: true })
  useShortcut('k', () => onMove(-1), { label: t('sdk.table.keys.previous'), group: 'list', repeats: true })
  useShortcut('ArrowDown', () => onMove(1), { enabled: hasFocus, repeats: true })
  useShortcut('ArrowUp', () => onMove(-1), { enabled: hasFocus, repeats: true })
  useShortcut('x', onChoose ?? nothing, {
    label: t('sdk.table.keys.choose'),
    group: 'list',
    enabled: onChoose !== undefined,
  })
  useShortcut('Enter', onOpen ?? nothing, {
    label: t('sdk.table.keys.open'),
    enabled: onOpen !== undefined && hasFocus,
  })
  useShortcut('Escape', onClear ?? nothing, {
    label: t('sdk.table.keys.clear'),
    group: 'list',
    enabled: onClear !== undefined,
  })
}
