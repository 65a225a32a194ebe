import { Alert } from '../components/Alert.tsx'
import { Button } from '../components/Button.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

export interface StaleNoteProps {
  /** Whether it is too old; otherwise a value changed since. */
  readonly hasExpired: boolean
  readonly onStale: (() => void) | undefined
}

/** A plan that is out of date, and the way to a new one. */
export function StaleNote({ hasExpired, onStale }: StaleNoteProps) {
  const { t } = useTranslation()
  const again = onStale !== undefined && (
    <Button size="compact" onClick={onStale}>
      {t('sdk.changeset.planAgain')}
    </Button>
  )
  return (
    <Alert
      tone="warning"
      title={t(`sdk.changeset.stale.${hasExpired ? 'expired' : 'changed'}`)}
      action={again || undefined}
    >
      {t(`sdk.changeset.stale.${again === false ? 'means' : 'planAgain'}`)}
    </Alert>
  )
}
