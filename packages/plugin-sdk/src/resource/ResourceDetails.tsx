import type { ReactNode } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { useBreadcrumb } from '../breadcrumbs/useBreadcrumb.ts'
import { KeyValue } from '../components/KeyValue.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigate } from '../navigation/useNavigate.ts'
import { useParams } from '../navigation/useParams.ts'
import { useQuery } from '../query/useQuery.ts'
import { titleOf } from './field-reading.ts'
import { FieldValue } from './FieldValue.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { RecordActions } from './RecordActions.tsx'
import { SealedValue } from './SealedValue.tsx'

export interface ResourceDetailsProps {
  readonly resource: AnyResource
  /** The id of the record. Default: the `:id` of the page's path. */
  readonly id?: string
  /** Content below the fields. */
  readonly children?: (record: AnyRecord) => ReactNode
}

/**
 * A record with all its fields, and dialogs to change and delete it. Sealed values are shown on request.
 * @example export default function ContactPage() { return <ResourceDetails resource={contacts} /> }
 * @since 1.0.0
 */
export function ResourceDetails({ resource, id: given, children }: ResourceDetailsProps) {
  const navigate = useNavigate()
  const params: Readonly<Record<string, string | undefined>> = useParams()
  const id = given ?? params['id'] ?? ''
  const { data: record } = useQuery(recordEndpoints(resource).read, { id })
  const title = record === undefined ? undefined : titleOf(resource, record)
  const leave = () => navigate(resource.path, { replace: true })
  useBreadcrumb(title)
  if (record === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      <PageHeader title={title} actions={<RecordActions resource={resource} record={record} onDeleted={leave} />} />
      <div className="flex flex-col gap-4">
        <Panel>
          <Facts resource={resource} record={record} />
        </Panel>
        {children?.(record)}
      </div>
    </>
  )
}

interface PartProps {
  readonly resource: AnyResource
  readonly record: AnyRecord
}

function Facts({ resource, record }: PartProps) {
  const { t, language } = useTranslation()
  const fields = Object.entries(resource.fields).map(([name, { label, kind }]) => ({
    label: label[language],
    value:
      kind === 'sealed' && record[name] === true ? (
        <SealedValue resource={resource} record={record} name={name} />
      ) : (
        <FieldValue resource={resource} record={record} name={name} />
      ),
  }))
  const times = (['created', 'updated'] as const).map((time) => ({
    label: t(`sdk.resource.${time}`),
    value: <RelativeTime value={String(record[`${time}At`])} />,
  }))
  return <KeyValue items={[...fields, ...times]} />
}
