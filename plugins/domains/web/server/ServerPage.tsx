import { HelpLink, useBreadcrumb, useParams, useQuery, useTranslation } from '@host/plugin-sdk'
import { readZone, readZoneServer, type ZoneDetails, type ZoneServer } from '../../shared.ts'
import { useZoneDomains } from '../zone/useZoneDomains.ts'
import { ZoneHeading } from '../zone/ZoneHeading.tsx'
import { ZoneNotice } from '../zone/ZoneNotice.tsx'
import { ZoneSkeleton } from '../zone/ZoneSkeleton.tsx'
import { ZoneTabs } from '../zone/ZoneTabs.tsx'
import { AliasPanel } from './AliasPanel.tsx'
import { DelegationPanel } from './DelegationPanel.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { SecondariesPanel } from './SecondariesPanel.tsx'

/** How this host serves a zone: its name servers, secondary servers and keys. */
export default function ServerPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: zone } = useQuery(readZone, { id }, { keepPrevious: false })
  const { data: server } = useQuery(readZoneServer, { id }, { keepPrevious: false })
  const domains = useZoneDomains(zone)
  useBreadcrumb(zone?.name, `/domains/zones/${id}`)
  useBreadcrumb(zone && t('domains.served.title'))
  if (zone === undefined || server === undefined || domains === undefined) return <ZoneSkeleton />
  return (
    <>
      <ZoneHeading zone={zone} domains={domains} actions={<HelpLink slug="dns-server" />} />
      <ZoneTabs zone={zone} />
      <div className="flex flex-col gap-4">
        <ZoneNotice zone={zone} />
        <Panels zone={zone} server={server} />
      </div>
    </>
  )
}

function Panels({ zone, server }: { readonly zone: ZoneDetails; readonly server: ZoneServer }) {
  return (
    <>
      <DelegationPanel zoneId={zone.id} server={server} />
      {server.alias !== null && <AliasPanel alias={server.alias} />}
      <SecondariesPanel zoneId={zone.id} server={server} />
      <KeysPanel zone={zone} server={server} />
    </>
  )
}
