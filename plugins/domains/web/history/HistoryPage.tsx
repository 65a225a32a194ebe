import { HelpLink, Tabs, useBreadcrumb, useParams, useQuery, useTranslation } from '@host/plugin-sdk'
import { readZone } from '../../shared.ts'
import { ZoneHeading } from '../zone/ZoneHeading.tsx'
import { ZoneNotice } from '../zone/ZoneNotice.tsx'
import { ZoneSkeleton } from '../zone/ZoneSkeleton.tsx'
import { useZoneDomains } from '../zone/useZoneDomains.ts'
import { ZoneTabs } from '../zone/ZoneTabs.tsx'
import { ChangesList } from './ChangesList.tsx'
import { CompareView } from './CompareView.tsx'
import { PastView } from './PastView.tsx'

/** The history of a zone: its changes, its records at a moment, and the difference of two moments. */
export default function HistoryPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: zone } = useQuery(readZone, { id }, { keepPrevious: false })
  const domains = useZoneDomains(zone)
  useBreadcrumb(zone?.name, `/domains/zones/${id}`)
  useBreadcrumb(zone && t('domains.history.title'))
  if (zone === undefined || domains === undefined) return <ZoneSkeleton />
  const tabs = [
    { id: 'changes', label: t('domains.history.changes'), content: <ChangesList zone={zone} /> },
    { id: 'at', label: t('domains.history.at'), content: <PastView zone={zone} /> },
    { id: 'compare', label: t('domains.history.compare'), content: <CompareView zone={zone} /> },
  ]
  return (
    <>
      <ZoneHeading zone={zone} domains={domains} actions={<HelpLink slug="dns-history" />} />
      <ZoneTabs zone={zone} />
      <div className="flex flex-col gap-4">
        <ZoneNotice zone={zone} />
        <Tabs label={t('domains.history.title')} search="view" tabs={tabs} />
      </div>
    </>
  )
}
