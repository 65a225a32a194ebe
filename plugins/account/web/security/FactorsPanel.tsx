import { Panel, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import type { readSecurity } from '../../shared/security.ts'
import { RecoveryRow } from './RecoveryRow.tsx'
import { TotpRow } from './TotpRow.tsx'

export type Security = EndpointOutput<typeof readSecurity>

/** Second factors and recovery codes. */
export function FactorsPanel({ security: { totp, recoveryCodesLeft } }: { readonly security: Security }) {
  const { t } = useTranslation()
  return (
    <Panel flush title={t('account.factors.title')} description={t('account.factors.description')}>
      <ul aria-label={t('account.factors.title')} className="divide-y divide-line border-t border-line">
        <TotpRow totp={totp} />
        {(totp.isOn || recoveryCodesLeft > 0) && <RecoveryRow left={recoveryCodesLeft} />}
      </ul>
    </Panel>
  )
}
