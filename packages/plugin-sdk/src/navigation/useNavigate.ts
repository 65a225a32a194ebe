import { useCallback } from 'react'
import { useNavigation } from './navigation-context.ts'
import { absolutePath } from './shell-path.ts'

/** How to go somewhere. */
export interface NavigateOptions {
  /** The present entry of the browser's history gives way, so that going back skips it. */
  readonly replace?: boolean
  /** Goes even if a form has unsaved changes; for who has asked before, by `useLeave`. */
  readonly force?: boolean
}

/** Goes to an address: `/notes` inside the shell, `~/login` outside it. */
export type Navigate = (to: string, options?: NavigateOptions) => void

/**
 * Navigates to another page without reloading the document.
 * @example const navigate = useNavigate(); navigate('/notes')
 * @since 1.0.0
 */
export function useNavigate(): Navigate {
  const { base, history } = useNavigation()
  return useCallback((to, options) => history.go(absolutePath(base, to), options), [base, history])
}
