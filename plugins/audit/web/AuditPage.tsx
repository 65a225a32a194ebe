import { useSession, useTranslation } from '@host/plugin-sdk'
import { AuditView } from './AuditView.tsx'
import { workspaceLog } from './audit-source.ts'

/** The audit log of the workspace. */
export default function AuditPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  return <AuditView source={workspaceLog} description={t('audit.description')} mayChangeRetention={role === 'owner'} />
}
