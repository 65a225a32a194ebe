import { useTranslation } from '@host/plugin-sdk'
import { AuditView } from './AuditView.tsx'
import { instanceLog } from './audit-source.ts'

/** The audit log of the instance. */
export default function InstanceAuditPage() {
  const { t } = useTranslation()
  return <AuditView source={instanceLog} description={t('audit.instanceDescription')} mayChangeRetention />
}
