import { useState } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Modal } from '../components/Modal.tsx'
import { Panel } from '../components/Panel.tsx'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { useListQuery, type ListQueryResult } from '../query/useListQuery.ts'
import { inSentence, titleOf } from './field-reading.ts'
import { FieldValue } from './FieldValue.tsx'
import { MoreRecords } from './MoreRecords.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordFields } from './RecordFields.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { ResourceForm } from './ResourceForm.tsx'

const none: readonly string[] = []

export interface RelatedRecordsProps {
  readonly resource: AnyResource
  /** The reference field that names the record of the page. */
  readonly by: string
  /** The id of that record. */
  readonly id: string
  /** Names of fields that an entry shows below its title. */
  readonly fields?: readonly string[]
  /** Whether records are changed and deleted in place. Otherwise each title links to the page of its record. */
  readonly isEditable?: boolean
}

/**
 * The records that refer to the record of a page, newest first, and a dialog for a new one.
 * @example
 * <ResourceDetails resource={contacts}>
 *   {({ id }) => <RelatedRecords resource={deals} by="contact" id={id} fields={['amount', 'stage']} />}
 * </ResourceDetails>
 * @since 1.0.0
 */
export function RelatedRecords({ resource, by, id, fields = none, isEditable = false }: RelatedRecordsProps) {
  const { t, language } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const { list, create } = recordEndpoints(resource)
  const records = useListQuery(list, { [by]: id, sort: '-createdAt' })
  const label = t('sdk.resource.new', { one: inSentence(resource.label.one[language]) })
  const close = () => setCreating(false)
  const add = usePermission(create) && (
    <Button size="compact" icon="plus" onClick={() => setCreating(true)}>
      {label}
    </Button>
  )
  return (
    <Panel title={resource.label.many[language]} actions={add}>
      <Entries resource={resource} records={records} fields={fields} isEditable={isEditable} />
      <Modal open={isCreating} onClose={close} title={label}>
        <ResourceForm resource={resource} given={{ [by]: id }} onDone={close} onCancel={close} />
      </Modal>
    </Panel>
  )
}

type Entry = Required<Pick<RelatedRecordsProps, 'resource' | 'fields' | 'isEditable'>>

interface EntriesProps extends Entry {
  readonly records: ListQueryResult<AnyRecord>
}

function Entries({ records, ...entry }: EntriesProps) {
  const { t, language } = useTranslation()
  const { items, error } = records
  const many = entry.resource.label.many[language]
  if (items === undefined) return error === null ? <SkeletonRows rows={2} /> : <ErrorNote error={error} />
  if (items.length === 0) return <p className="text-subtle">{t('sdk.resource.empty', { many: inSentence(many) })}</p>
  return (
    <>
      <ul aria-label={many} className="divide-y divide-line text-sm">
        {items.map((record) => (
          <li key={record.id} className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <EntryText record={record} {...entry} />
            {entry.isEditable && <RecordActions resource={entry.resource} record={record} isCompact />}
          </li>
        ))}
      </ul>
      <MoreRecords records={records} />
    </>
  )
}

function EntryText({ resource, fields, isEditable, record }: Entry & { readonly record: AnyRecord }) {
  const title = isEditable ? (
    <FieldValue resource={resource} name={resource.title} record={record} />
  ) : (
    <Link to={`${resource.path}/${record.id}`}>{titleOf(resource, record)}</Link>
  )
  return (
    <div className="min-w-0 flex-1 wrap-anywhere">
      {title}
      <RecordFields resource={resource} record={record} fields={fields} />
      <p className="mt-1 text-xs text-subtle">
        <RelativeTime value={String(record['createdAt'])} />
      </p>
    </div>
  )
}
