import { useCommand, type CommandOptions } from '../commands/useCommand.ts'
import { useSearch } from '../navigation/useSearch.ts'

/** The command that opens the dialog, also from the palette. @since 1.0.0 */
export type AddressDialogOptions = Omit<CommandOptions, 'run'>

/** The result of `useAddressDialog`. @since 1.0.0 */
export interface AddressDialog {
  /** The value in the address, `1` where it was opened here; null while the dialog is closed or not allowed. */
  readonly value: string | null
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/**
 * A dialog that the address opens too, such as `?add=1`: a link, an action and the palette lead to it.
 * @param name of the value in the address
 * @example const adding = useAddressDialog('add', { id: 'notes.add', label: t('notes.add'), icon: 'plus', keys: 'c' })
 * @since 1.0.0
 */
export function useAddressDialog(name: string, command: AddressDialogOptions): AddressDialog {
  const [search, setSearch] = useSearch()
  const open = () => setSearch({ [name]: '1' }, { replace: true })
  useCommand({ ...command, run: open })
  const value = command.enabled === false ? null : search.get(name)
  return { value, isOpen: value !== null, open, close: () => setSearch({ [name]: undefined }, { replace: true }) }
}
