import { useNavigation } from './navigation-context.ts'

/** Gives the present page another address, without arriving at it again. */
export function useRename(): (href: string) => void {
  return useNavigation().history.rename
}
