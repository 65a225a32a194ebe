import { KeyValue, Panel, useTranslation } from '@host/plugin-sdk'
import type { Connection } from '../../shared.ts'

/** The connection, for those who don't decide about it. */
export function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const yesOrNo = (value: boolean): string => t(value ? 'sso.yes' : 'sso.no')
  return (
    <Panel title={t('sso.connection.provider')}>
      <KeyValue
        items={[
          { label: t('sso.issuer'), value: connection.issuer },
          { label: t('sso.clientId'), value: connection.clientId },
          { label: t('sso.connection.defaultRole'), value: t(`sso.role.${connection.defaultRole}`) },
          { label: t('sso.trustsSecondFactor'), value: yesOrNo(connection.trustsSecondFactor) },
          { label: t('sso.connection.isRequired'), value: yesOrNo(connection.isRequired) },
          { label: t('sso.isEnabled'), value: yesOrNo(connection.isEnabled) },
        ]}
      />
    </Panel>
  )
}
