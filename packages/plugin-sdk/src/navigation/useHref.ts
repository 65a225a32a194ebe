import { useNavigation } from './navigation-context.ts'
import { absolutePath } from './shell-path.ts'

/**
 * Returns a function that gives the address behind a path inside the shell, or one that begins with `~`.
 * @example const href = useHref(); window.open(href('/notes'))
 */
export function useHref(): (to: string) => string {
  const { base } = useNavigation()
  return (to) => absolutePath(base, to)
}
