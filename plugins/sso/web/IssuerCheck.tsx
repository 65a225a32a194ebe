import { Alert, Button, ErrorNote, formErrors, useMutation, useTranslation } from '@host/plugin-sdk'
import type { checkConnection, checkProvider } from '../shared.ts'

export interface IssuerCheckProps {
  readonly endpoint: typeof checkConnection | typeof checkProvider
  /** As it stands in the form. */
  readonly issuer: string
}

/** Asks the provider for its configuration, before anything is saved. */
export function IssuerCheck({ endpoint, issuer }: IssuerCheckProps) {
  const { t } = useTranslation()
  const { mutate, isPending, data, error } = useMutation(endpoint)
  const { fields, rest } = formErrors(error, ['issuer'])
  return (
    <div className="flex flex-col items-start gap-3">
      <Button calls={endpoint} disabled={issuer.trim() === '' || isPending} onClick={() => mutate({ issuer })}>
        {t('sso.check')}
      </Button>
      <div role="status" className="w-full">
        {data !== undefined && error === null && (
          <Alert tone="positive" title={t('sso.checked')}>
            <p className="wrap-anywhere">{t('sso.checkedMeans', { endpoint: data.authorizationEndpoint })}</p>
          </Alert>
        )}
        {fields.issuer !== undefined && (
          <Alert tone="danger" title={t('sso.notChecked')}>
            <p>{fields.issuer}</p>
          </Alert>
        )}
      </div>
      <ErrorNote error={rest} />
    </div>
  )
}
