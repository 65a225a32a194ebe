import { Alert, useFormat, useTranslation } from '@host/plugin-sdk'

/** Says that a backup was restored, of which moment, and the next step. */
export function RestoredNote({ at }: { readonly at: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const date = at === null ? '' : format.dateTime(at)
  if (date === '') return null
  return (
    <Alert tone="positive" title={t('shell.signIn.restored', { date })}>
      {t('shell.signIn.restoredHelp')}
    </Alert>
  )
}
