import { useHistoryEntry, useNavigation } from './navigation-context.ts'
import { shellPath } from './shell-path.ts'

/**
 * The path of the page inside its shell, such as `/notes` for `/admin/@acme/notes`.
 * @example const isList = useLocation() === '/notes'
 * @since 1.0.0
 */
export function useLocation(): string {
  const { base } = useNavigation()
  return shellPath(base, useHistoryEntry().pathname)
}
