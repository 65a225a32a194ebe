import { Alert, Button, useMutation, useTranslation } from '@host/plugin-sdk'
import { sendTestEmail, type OperatorSettingRow } from '../../shared.ts'

/** Sends an email to the reader, by the settings that are stored. */
export function TestEmail({ rows }: { readonly rows: readonly OperatorSettingRow[] }) {
  const { t } = useTranslation()
  const { mutate, isPending, data } = useMutation(sendTestEmail)
  const isSet = rows.some(({ name, value }) => name === 'HOST_SMTP_FROM' && value !== '')
  if (!isSet) return null
  return (
    <div className="flex flex-col items-start gap-3">
      <Button busy={isPending} onClick={() => mutate(undefined)}>
        {t('instance.operator.test')}
      </Button>
      {data !== undefined && !isPending && (
        <Alert
          tone={data.problem === null ? 'positive' : 'danger'}
          title={t(data.problem === null ? 'instance.operator.testSent' : 'instance.operator.testFailed', {
            to: data.to,
            problem: data.problem ?? '',
          })}
        >
          {t(data.problem === null ? 'instance.operator.testCheck' : 'instance.operator.testFix')}
        </Alert>
      )}
    </div>
  )
}
