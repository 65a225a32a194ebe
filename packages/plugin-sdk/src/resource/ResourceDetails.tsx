import { useState, type ReactNode } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { useBreadcrumb } from '../breadcrumbs/useBreadcrumb.ts'
import { Button } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { KeyValue } from '../components/KeyValue.tsx'
import { Modal } from '../components/Modal.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigate } from '../navigation/useNavigate.ts'
import { useParams } from '../navigation/useParams.ts'
import { useMutation } from '../query/useMutation.ts'
import { useQuery } from '../query/useQuery.ts'
import { titleOf } from './field-reading.ts'
import { FieldValue } from './FieldValue.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { ResourceForm } from './ResourceForm.tsx'
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
  const params: Readonly<Record<string, string | undefined>> = useParams()
  const id = given ?? params['id'] ?? ''
  const { data: record } = useQuery(recordEndpoints(resource).read, { id })
  const title = record === undefined ? undefined : titleOf(resource, record)
  useBreadcrumb(title)
  if (record === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      <PageHeader title={title} actions={<Actions resource={resource} record={record} />} />
      <Panel>
        <Facts resource={resource} record={record} />
      </Panel>
      {children?.(record)}
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

function Actions({ resource, record }: PartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'form' | 'question' | null>(null)
  const { change, remove, list } = recordEndpoints(resource)
  const [mayChange, mayDelete] = [usePermission(change), usePermission(remove)]
  const { mutateAsync } = useMutation(remove, { invalidates: [list] })
  const close = () => setOpen(null)
  const name = titleOf(resource, record)
  async function confirm(): Promise<void> {
    await mutateAsync({ id: record.id })
    navigate(resource.path, { replace: true })
  }
  return (
    <>
      {mayDelete && <Button onClick={() => setOpen('question')}>{t('sdk.resource.delete')}</Button>}
      {mayChange && (
        <Button variant="primary" icon="pencil" onClick={() => setOpen('form')}>
          {t('sdk.resource.edit')}
        </Button>
      )}
      <Modal open={open === 'form'} onClose={close} title={t('sdk.resource.editOne', { name })}>
        <ResourceForm resource={resource} record={record} onDone={close} onCancel={close} />
      </Modal>
      <Confirm
        open={open === 'question'}
        onClose={close}
        title={t('sdk.resource.deleteQuestion', { name })}
        confirmLabel={t('sdk.resource.delete')}
        variant="danger"
        onConfirm={confirm}
      >
        {t('sdk.resource.deleteMeans')}
      </Confirm>
    </>
  )
}
