import type { AnyResource } from '@host/plugin/wire'
import { Form } from '../forms/Form.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useClient } from '../query/useClient.ts'
import { useMutation } from '../query/useMutation.ts'
import { useSession } from '../session/useSession.ts'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { changedValues, formValues, recordFields } from './record-form.ts'

export interface ResourceFormProps {
  readonly resource: AnyResource
  /** The record to change, as `read` answers it; a new one when left out. */
  readonly record?: AnyRecord | undefined
  /** Values of a new record that the form does not ask for, such as the record that it belongs to. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Called with the stored record. */
  readonly onDone: (record: AnyRecord) => void
  readonly onCancel?: () => void
}

/**
 * The form of a new or a stored record, with a control for every field. A change sends the changed fields alone.
 * @example <ResourceForm resource={contacts} onDone={close} onCancel={close} />
 * @since 1.0.0
 */
export function ResourceForm({ resource, record, given, onDone, onCancel }: ResourceFormProps) {
  const { t, language } = useTranslation()
  const client = useClient()
  const { role } = useSession()
  const { create, change, list, read } = recordEndpoints(resource)
  const effects = { invalidates: [list, read], onSuccess: onDone }
  const creation = useMutation(create, effects)
  const alteration = useMutation(change, effects)
  const values = record === undefined ? {} : formValues(resource, record)
  async function submit(input: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (record === undefined) return await creation.mutateAsync(input)
    const changed = changedValues(resource, input, values)
    if (Object.keys(changed).length === 0) return onDone(record)
    return await alteration.mutateAsync({ ...changed, id: record.id })
  }
  return (
    <Form
      source={record === undefined ? create : change}
      fields={recordFields({ resource, client, language, role, record, given })}
      values={values}
      {...(given !== undefined && { given })}
      onSubmit={submit}
      {...(record === undefined && { submitLabel: t('sdk.resource.create') })}
      {...(onCancel !== undefined && { onCancel })}
    />
  )
}
