import { useNavigation } from './navigation-context.ts'

/**
 * Returns a function that runs an action which leaves the page, such as signing out: immediately, or after confirmation
 * when a form has unsaved changes.
 * @example const leave = useLeave(); leave(() => signOut.mutate())
 */
export function useLeave(): (action: () => void) => void {
  return useNavigation().history.guard.leave
}
