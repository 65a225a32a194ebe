import type { ReactNode } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'

export interface DeadLinkProps {
  /** Purpose of the link. */
  readonly kind: 'verify' | 'reset' | 'invitation' | 'confirmEmail' | 'unsubscribe'
  /** Whether the address had no secret at all, as after a reload. */
  readonly isIncomplete: boolean
  /** The way to a new link. */
  readonly children: ReactNode
}

/** A mailed link that leads nowhere any more: why, and the way to a new one. */
export function DeadLink({ kind, isIncomplete, children }: DeadLinkProps) {
  const { t } = useTranslation()
  return (
    <SignInFrame
      title={t(isIncomplete ? 'shell.link.incomplete' : 'shell.link.dead')}
      description={`${t(isIncomplete ? 'shell.link.incompleteHelp' : 'shell.link.deadHelp')} ${t(`shell.link.${kind}`)}`}
    >
      {children}
    </SignInFrame>
  )
}
