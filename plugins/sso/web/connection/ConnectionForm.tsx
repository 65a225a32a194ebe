import { Form, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeConnection, checkConnection, createConnection, readConnection, type Connection } from '../../shared.ts'
import { IssuerCheck } from '../IssuerCheck.tsx'

/** Form of the connection: provider, admitted users and second-factor trust. */
export function ConnectionForm({ connection }: { readonly connection: Connection | null }) {
  const { t } = useTranslation()
  const toast = useToast()
  const effects = {
    invalidates: [readConnection],
    onSuccess: () => toast({ tone: 'positive', title: t('sso.saved') }),
  } as const
  const create = useMutation(createConnection, effects)
  const change = useMutation(changeConnection, effects)
  const fields = useConnectionFields()
  const check = ({ issuer = '' }: { readonly issuer?: string | undefined }) => (
    <IssuerCheck endpoint={checkConnection} issuer={issuer} />
  )
  if (connection === null) {
    return (
      <Form
        source={createConnection}
        variant="settings"
        title={t('sso.connection.provider')}
        fields={fields}
        values={{ defaultRole: 'member', isEnabled: true }}
        onSubmit={create.mutateAsync}
        submitLabel={t('sso.connection.connect')}
      >
        {check}
      </Form>
    )
  }
  const { issuer, clientId, clientSecret, defaultRole, trustsSecondFactor, isRequired, isEnabled } = connection
  return (
    <Form
      source={changeConnection}
      variant="settings"
      title={t('sso.connection.provider')}
      fields={fields}
      values={{ issuer, clientId, clientSecret, defaultRole, trustsSecondFactor, isRequired, isEnabled }}
      onSubmit={change.mutateAsync}
    >
      {check}
    </Form>
  )
}

function useConnectionFields() {
  const { t } = useTranslation()
  return {
    issuer: { label: t('sso.issuer'), hint: t('sso.issuerHint'), control: 'url', required: true },
    clientId: { label: t('sso.clientId'), required: true },
    clientSecret: { label: t('sso.clientSecret'), hint: t('sso.clientSecretHint'), control: 'secret', required: true },
    defaultRole: {
      label: t('sso.connection.defaultRole'),
      hint: t('sso.connection.defaultRoleHint'),
      options: [
        { value: 'member', label: t('sso.role.member') },
        { value: 'admin', label: t('sso.role.admin') },
      ],
      required: true,
    },
    trustsSecondFactor: {
      label: t('sso.trustsSecondFactor'),
      hint: t('sso.connection.trustsSecondFactorHint'),
      control: 'toggle',
    },
    isRequired: { label: t('sso.connection.isRequired'), hint: t('sso.connection.isRequiredHint'), control: 'toggle' },
    isEnabled: { label: t('sso.isEnabled'), hint: t('sso.isEnabledHint'), control: 'toggle' },
  } as const
}
