import { ChangesetPanel, useBreadcrumb, useNavigate, useParams, useQuery, useTranslation } from '@host/plugin-sdk'
import { readZone } from '../../shared.ts'
import { renderRecordStep } from '../plan/render-record-step.ts'

/** One change of a zone: its record sets before and after, and the way to approve and revert it. */
export default function ChangePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = '', change = '' } = useParams()
  const { data: zone } = useQuery(readZone, { id }, { keepPrevious: false })
  useBreadcrumb(zone?.name, `/domains/zones/${id}`)
  useBreadcrumb(zone && t('domains.history.title'), `/domains/zones/${id}/history`)
  useBreadcrumb(zone && t('domains.history.change'))
  return (
    <ChangesetPanel
      isPage
      id={change}
      renderStep={renderRecordStep}
      onRevert={(revert) => navigate(`/domains/zones/${id}/changes/${revert}`)}
    />
  )
}
