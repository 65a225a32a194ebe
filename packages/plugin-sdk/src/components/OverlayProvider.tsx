import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { LeaveQuestion } from '../navigation/LeaveQuestion.tsx'
import { ToastProvider } from './Toast.tsx'

/**
 * What floats above the pages: toasts, tooltips that follow each other without delay, and the question whether to leave
 * with unsaved changes. No part of it writes style elements, which a strict content security policy refuses.
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
