import { usePreferences, useShortcut, useTranslation } from '@host/plugin-sdk'
import { useCharacterKeys } from '@host/plugin-sdk/shell'
import { useFrameDialog } from '../frame/FrameDialogs.tsx'

/** The keys that hold on every page: the palette, the search of the page, the list of shortcuts. */
export function useFrameKeys(): void {
  const { t } = useTranslation()
  const openDialog = useFrameDialog()
  useCharacterKeys(usePreferences().preferences.shortcuts)
  useShortcut('mod+k', () => openDialog('palette'), { label: t('shell.palette.title'), group: 'general' })
  useShortcut('/', () => focusSearch() || openDialog('palette'), { label: t('shell.keys.search'), group: 'general' })
  useShortcut('?', () => openDialog('shortcuts'), { label: t('shell.keys.title'), group: 'general' })
}

/** Puts the focus into the search of the page, if it has one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main :is(input[type=search], [role=searchbox])')
  search?.focus()
  search?.select()
  return search !== null
}
