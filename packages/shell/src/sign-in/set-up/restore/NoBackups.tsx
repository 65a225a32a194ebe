import { Alert, Button, useTranslation } from '@host/plugin-sdk'

export interface NoBackupsProps {
  /** Null where none is configured. */
  readonly place: string | null
  readonly onRetry: () => void
}

/** Says how the instance gets backups to choose from. */
export function NoBackups({ place, onRetry }: NoBackupsProps) {
  const { t } = useTranslation()
  if (place === null) {
    return <Alert title={t('shell.restore.noPlace')}>{t('shell.restore.noPlaceHelp')}</Alert>
  }
  const again = (
    <Button size="compact" onClick={onRetry}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <Alert title={t('shell.restore.none')} action={again}>
      <span className="wrap-anywhere">{t('shell.restore.noneHelp', { place })}</span>
    </Alert>
  )
}
