import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { StatusView } from './StatusView.tsx'

export interface LockedFeatureProps {
  readonly title?: ReactNode
  /** The benefit to the workspace. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/**
 * The page of a feature that the workspace's plan does not include.
 * @example <LockedFeature>{t('notes.partOfPro')}</LockedFeature>
 * @since 1.0.0
 */
export function LockedFeature({ title, children, action }: LockedFeatureProps) {
  const { t } = useTranslation()
  return (
    <StatusView icon="lock" illustration="locked" title={title ?? t('sdk.locked.title')} actions={action}>
      {children ?? (
        <>
          <p>{t('sdk.locked.cause')}</p>
          <p>{t('sdk.locked.nextStep')}</p>
        </>
      )}
    </StatusView>
  )
}
