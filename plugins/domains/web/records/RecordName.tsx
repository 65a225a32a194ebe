import { Badge, useTranslation } from '@host/plugin-sdk'
import type { ListedRecordSet, ZoneDetails } from '../../shared.ts'
import type { Draft } from './drafts.ts'
import { shortName } from './whole-name.ts'

export interface RecordCellProps {
  readonly set: ListedRecordSet
  readonly draft: Draft | undefined
}

/** The name of a record set within its zone, with its type and records where there are no columns for them. */
export function RecordName({ set, draft, zone }: RecordCellProps & { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const { name, shownName, type, owner, foreignOwner, watch } = set
  const manager = owner?.plugin ?? foreignOwner
  const isDeleted = draft?.after === null
  return (
    <span className="block min-w-0 py-1">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span title={name} className={`max-w-56 truncate font-medium ${isDeleted ? 'text-subtle line-through' : ''}`}>
          {shortName(shownName, zone)}
        </span>
        <span className="font-mono text-xs text-muted sm:hidden">{type}</span>
        {draft !== undefined && (
          <Badge tone={isDeleted ? 'danger' : 'accent'}>
            {t(`domains.records.${isDeleted ? 'deleted' : 'changed'}`)}
          </Badge>
        )}
        {watch?.isFailing === true && <Badge tone="danger">{t('domains.watch.wrong')}</Badge>}
        {manager !== null && <Badge>{manager}</Badge>}
      </span>
      <span className="block sm:hidden">
        <RecordData set={set} draft={draft} />
      </span>
    </span>
  )
}

/** Records that a row shows; the others are counted. */
const mostShown = 3

/** The records of a set as they are to be. */
export function RecordData({ set, draft }: RecordCellProps) {
  const { t } = useTranslation()
  const data = draft?.after?.data ?? set.data
  const comment = draft?.after?.comment ?? set.comment
  const more = data.length - mostShown
  return (
    <span className={`block min-w-0 py-1 ${draft?.after === null ? 'text-subtle line-through' : ''}`}>
      {data.slice(0, mostShown).map((text) => (
        <span
          key={text}
          title={text}
          className="block max-w-64 truncate font-mono text-xs sm:max-w-60 xl:max-w-sm 2xl:max-w-md"
        >
          {text}
        </span>
      ))}
      {more > 0 && <span className="block text-xs text-subtle">{t('domains.records.more', { count: more })}</span>}
      {comment !== null && comment !== '' && (
        <span className="block max-w-64 truncate text-xs text-subtle sm:max-w-60 xl:max-w-sm 2xl:max-w-md">
          {comment}
        </span>
      )}
    </span>
  )
}
