import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { LeaveQuestion } from '../navigation/LeaveQuestion.tsx'
import { ToastProvider } from './Toast.tsx'

/**
 * Overlays above the pages: toasts, tooltips with a shared delay, and the prompt about unsaved changes. None of them
 * creates style elements, which a strict content security policy blocks.
 */
export function OverlayProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={250}>
        <ToastProvider>{children}</ToastProvider>
        <LeaveQuestion />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
