import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { StatusView } from './StatusView.tsx'

export interface AccessDeniedProps {
  /** The next step for the user. Default: ask an owner or admin. */
  readonly children?: ReactNode
  /** People who can help, on separate lines. */
  readonly helpers?: ReactNode
  readonly action?: ReactNode
}

/**
 * The page that the reader's role does not open.
 * @example <AccessDenied>{t('notes.ownersOnly')}</AccessDenied>
 * @since 1.0.0
 */
export function AccessDenied({ children, helpers, action }: AccessDeniedProps) {
  const { t } = useTranslation()
  return (
    <StatusView icon="shield-alert" illustration="denied" title={t('sdk.denied.title')} actions={action}>
      <p>{t('sdk.denied.cause')}</p>
      <p>{children ?? t('sdk.denied.nextStep')}</p>
      {helpers}
    </StatusView>
  )
}
