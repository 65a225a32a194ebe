import { useNavigation } from './navigation-context.ts'

/**
 * Does what takes the reader away from the page, such as signing out: at once, or after asking when a form has unsaved
 * changes.
 * @example const leave = useLeave(); leave(() => signOut.mutate())
 */
export function useLeave(): (action: () => void) => void {
  return useNavigation().history.guard.leave
}
