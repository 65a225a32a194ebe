import { useState } from 'react'
import {
  Button,
  HelpLink,
  useBreadcrumb,
  useCommand,
  useParams,
  useQuery,
  useSearch,
  useTranslation,
  useUnsavedGuard,
} from '@host/plugin-sdk'
import { readZone, type Domain, type ZoneDetails } from '../../shared.ts'
import { PlanView } from '../plan/PlanView.tsx'
import { newPrefix } from '../records/drafts.ts'
import { RecordsView } from '../records/RecordsView.tsx'
import { useDrafts, type DraftsHandle } from '../records/useDrafts.ts'
import { usePlan } from '../records/usePlan.ts'
import { useZoneDomains } from './useZoneDomains.ts'
import type { ZoneDialog } from './zone-dialog.ts'
import { ZoneDialogs } from './ZoneDialogs.tsx'
import { ZoneHeading } from './ZoneHeading.tsx'
import { ZoneMenu } from './ZoneMenu.tsx'
import { FailingRecords } from './FailingRecords.tsx'
import { UnwatchedNote } from './UnwatchedNote.tsx'
import { ReadOnlyRecords } from './ReadOnlyRecords.tsx'
import { ZoneNotice } from './ZoneNotice.tsx'
import { ZoneSkeleton } from './ZoneSkeleton.tsx'
import { ZoneTabs } from './ZoneTabs.tsx'

/** A zone: its records, the changes that wait, and their plan. */
export default function ZonePage() {
  const { id = '' } = useParams()
  const { data: zone } = useQuery(readZone, { id }, { keepPrevious: false })
  const domains = useZoneDomains(zone)
  useBreadcrumb(zone?.name)
  // Both together, so that nothing moves when the second one arrives.
  if (zone === undefined || domains === undefined) return <ZoneSkeleton />
  return <Records key={zone.id} zone={zone} domains={domains} />
}

interface RecordsProps {
  readonly zone: ZoneDetails
  readonly domains: readonly Domain[]
}

function Records({ zone, domains }: RecordsProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<ZoneDialog>()
  const handle = useDrafts()
  const plan = usePlan(zone.id, handle)
  const add = useAdding(handle)
  useUnsavedGuard(handle.drafts.size > 0)
  const actions = (
    <>
      <HelpLink slug="dns-zones" />
      {plan.id === null && (
        <Button variant="primary" icon="plus" onClick={add}>
          {t('domains.records.add')}
        </Button>
      )}
      <ZoneMenu zone={zone} onOpen={setDialog} />
    </>
  )
  return (
    <>
      <ZoneHeading zone={zone} domains={domains} actions={actions} />
      <ZoneTabs zone={zone} />
      <div className="flex flex-col gap-4">
        <ZoneNotice zone={zone} />
        {zone.failing + zone.gone > 0 && <FailingRecords zone={zone} />}
        {zone.unwatched > 0 && <UnwatchedNote zone={zone} />}
        {plan.id === null ? (
          <>
            <RecordsView {...{ zone, handle, plan }} onAdd={add} />
            {zone.readOnlyRecords > 0 && <ReadOnlyRecords zone={zone} />}
          </>
        ) : (
          <PlanView key={plan.id} id={plan.id} zoneId={zone.id} plan={plan} />
        )}
      </div>
      <ZoneDialogs dialog={dialog} zone={zone} onClose={() => setDialog(undefined)} onPlanned={plan.show} />
    </>
  )
}

/** Opens the editor of a new record set, each time under another key. */
function useAdding({ drafts }: DraftsHandle): () => void {
  const { t } = useTranslation()
  const [, setSearch] = useSearch()
  const numbers = [...drafts.keys()].flatMap((key) =>
    key.startsWith(newPrefix) ? [Number(key.slice(newPrefix.length))] : [],
  )
  const add = () => setSearch({ open: `${newPrefix}${Math.max(0, ...numbers) + 1}` })
  useCommand({ id: 'domains.records.add', label: t('domains.records.add'), icon: 'plus', keys: 'c', run: add })
  return add
}
