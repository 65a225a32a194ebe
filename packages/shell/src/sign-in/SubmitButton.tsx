import type { ReactNode } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'

export interface SubmitButtonProps {
  readonly isBusy: boolean
  /** Seconds until a try is welcome again. */
  readonly wait?: number
  /** As wide as the form when left out. */
  readonly className?: string
  readonly children: ReactNode
}

/** The submit button of a form before sign-in; it shows the remaining wait of a rate limit. */
export function SubmitButton({ isBusy, wait = 0, className = 'mt-1 w-full', children }: SubmitButtonProps) {
  const { t } = useTranslation()
  return (
    <Button type="submit" variant="primary" busy={isBusy} disabled={wait > 0} className={className}>
      {wait > 0 ? t('shell.signIn.wait', { time: clock(wait) }) : children}
    </Button>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
