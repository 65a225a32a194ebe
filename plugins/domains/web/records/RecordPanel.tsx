import { Skeleton, SidePanel, useListQuery, useTranslation, type OpenedRow } from '@host/plugin-sdk'
import { listRecords, type ListedRecordSet, type ZoneDetails } from '../../shared.ts'
import { isReadOnly, newPrefix, type Draft, type DraftErrors } from './drafts.ts'
import { FixedSet } from './FixedSet.tsx'
import { GoneSet } from './GoneSet.tsx'
import { LiveCheck } from './LiveCheck.tsx'
import { RecordEditor } from './RecordEditor.tsx'
import { TakeoverNote } from './TakeoverNote.tsx'
import { WatchSwitch } from './WatchSwitch.tsx'
import type { DraftsHandle } from './useDrafts.ts'

export interface RecordPanelProps {
  readonly zone: ZoneDetails
  readonly opened: OpenedRow<ListedRecordSet>
  readonly handle: DraftsHandle
}

const noErrors: DraftErrors = {}

/** The editor of a record set beside the table. */
export function RecordPanel({ zone, opened: { id, row, ways }, handle }: RecordPanelProps) {
  const { t } = useTranslation()
  const { drafts, errors, put } = handle
  const isNew = id.startsWith(newPrefix)
  const draft = drafts.get(id)
  const known = draft?.before ?? row
  const save = (next: Draft) => {
    put(next)
    ways.onClose()
  }
  const shared = {
    zone,
    draftKey: id,
    draft,
    errors: errors.drafts.get(id) ?? noErrors,
    onSave: save,
    onClose: ways.onClose,
  }
  return (
    <SidePanel
      label={isNew ? t('domains.records.add') : id}
      onClose={ways.onClose}
      {...(!isNew && { onNext: ways.onNext, onPrevious: ways.onPrevious })}
    >
      {isNew && <RecordEditor key={id} {...shared} set={null} />}
      {!isNew && known !== undefined && known !== null && <KnownSet key={id} {...shared} set={known} />}
      {!isNew && (known === undefined || known === null) && <LoadedEditor {...shared} />}
    </SidePanel>
  )
}

type LoadedEditorProps = Omit<Parameters<typeof RecordEditor>[0], 'set'>

/** A record set that the address names and the list has not loaded. */
function LoadedEditor(props: LoadedEditorProps) {
  const { zone, draftKey } = props
  const [name = '', type = ''] = draftKey.split(' ')
  const { items } = useListQuery(
    listRecords,
    { id: zone.id, name, type, limit: 1 },
    { errors: 'page', keepPrevious: false },
  )
  if (items === undefined) return <Skeleton className="h-48 w-full" />
  const set = items[0]
  if (set === undefined) return <GoneSet zoneId={zone.id} name={name} type={type} />
  return <KnownSet {...props} set={set} />
}

/** A record set that the zone has: its editor, and what name servers answer. */
function KnownSet(props: LoadedEditorProps & { readonly set: ListedRecordSet }) {
  return (
    <>
      <TakeoverNote zone={props.zone} set={props.set} />
      {isReadOnly(props.set) ? <FixedSet set={props.set} /> : <RecordEditor {...props} />}
      <LiveCheck zone={props.zone} set={props.set} />
      <WatchSwitch zone={props.zone} set={props.set} />
    </>
  )
}
