import type { ReactNode } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'
import { dialogClass } from '@host/plugin-sdk/shell'

export interface ProofActionsProps {
  readonly onCancel: () => void
  /** The submit button; omitted while there is nothing to submit. */
  readonly children?: ReactNode
}

/** The buttons of the question, in the order of every dialog. */
export function ProofActions({ onCancel, children }: ProofActionsProps) {
  const { t } = useTranslation()
  return (
    <div className={dialogClass.actions}>
      <Button onClick={onCancel}>{t('sdk.cancel')}</Button>
      {children}
    </div>
  )
}
