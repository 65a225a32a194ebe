import { Alert, Button, ErrorNote, RelativeTime, useMutation, usePermission, useTranslation } from '@host/plugin-sdk'
import { handBackRecord, listRecords, takeOverRecord, type ListedRecordSet, type ZoneDetails } from '../../shared.ts'

export interface TakeoverNoteProps {
  readonly zone: ZoneDetails
  readonly set: ListedRecordSet
}

/** The tool outside that manages a record set, and the acts of taking the set over and handing it back. */
export function TakeoverNote({ zone: { id }, set: { name, type, foreignOwner, takeover } }: TakeoverNoteProps) {
  const { t } = useTranslation()
  const mayTake = usePermission(takeOverRecord)
  const take = useMutation(takeOverRecord, { invalidates: [listRecords] })
  const back = useMutation(handBackRecord, { invalidates: [listRecords] })
  if (foreignOwner === null) return null
  const isTaken = takeover !== null
  const act = isTaken ? back : take
  return (
    <Alert tone="warning" title={t('domains.records.ownedBy', { name: foreignOwner })}>
      <p>
        {isTaken
          ? t('domains.takeover.takenBy', { name: takeover.by.name ?? t('domains.takeover.former') })
          : t(mayTake ? 'domains.takeover.readOnly' : 'domains.takeover.askAdmin')}
        {isTaken && (
          <>
            {' '}
            <RelativeTime value={takeover.at} />
          </>
        )}
      </p>
      {isTaken && <p>{t('domains.records.foreignMeans')}</p>}
      {mayTake && (
        <Button
          calls={isTaken ? handBackRecord : takeOverRecord}
          size="compact"
          className="mt-2"
          busy={act.isPending}
          onClick={() => act.mutate({ id, name: `${name}.`, type })}
        >
          {t(isTaken ? 'domains.takeover.handBack' : 'domains.takeover.take')}
        </Button>
      )}
      <ErrorNote error={act.error} />
    </Alert>
  )
}
