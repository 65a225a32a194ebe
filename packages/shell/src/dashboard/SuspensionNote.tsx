import { Alert, useFormat, useTranslation, type Me } from '@host/plugin-sdk'

export interface SuspensionNoteProps {
  readonly suspension: NonNullable<NonNullable<Me['workspace']>['suspension']>
}

/** Says on every page of a suspended workspace why it is read-only, and whom to ask. */
export default function SuspensionNote({ suspension: { reason, since } }: SuspensionNoteProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="mb-6">
      <Alert tone="warning" title={t('shell.suspended.title', { date: format.date(since) })}>
        <p className="wrap-anywhere">{t('shell.suspended.reason', { reason })}</p>
        <p>{t('shell.suspended.nextStep')}</p>
      </Alert>
    </div>
  )
}
