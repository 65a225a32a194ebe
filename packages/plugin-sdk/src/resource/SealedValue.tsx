import type { AnyResource } from '@host/plugin/wire'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Secret } from '../components/Secret.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useMutation } from '../query/useMutation.ts'
import { inSentence } from './field-reading.ts'
import { recordEndpoints, type AnyRecord, type RecordEndpoints } from './record-endpoints.ts'

interface SealedValueProps {
  readonly resource: AnyResource
  readonly record: AnyRecord
  readonly name: string
}

/** A stored secret: loaded when a user who may see it asks, after a proof of identity. */
export function SealedValue(props: SealedValueProps) {
  const { t } = useTranslation()
  const { reveal } = recordEndpoints(props.resource)
  const mayReveal = usePermission(reveal ?? recordEndpoints(props.resource).read)
  if (reveal === undefined || !mayReveal) return t('sdk.resource.stored')
  return <Revealed {...props} reveal={reveal} />
}

interface RevealedProps extends SealedValueProps {
  readonly reveal: NonNullable<RecordEndpoints['reveal']>
}

function Revealed({ resource, record, name, reveal }: RevealedProps) {
  const { t, language } = useTranslation()
  const { mutate, data, error, isPending } = useMutation(reveal)
  const field = inSentence(resource.fields[name]?.label[language] ?? name)
  if (typeof data?.value === 'string') return <Secret name={field} value={data.value} shown />
  return (
    <span className="flex flex-col gap-2">
      <Button size="compact" icon="eye" busy={isPending} onClick={() => mutate({ id: record.id, field: name })}>
        {t('sdk.resource.showValue', { field })}
      </Button>
      <ErrorNote error={error} />
    </span>
  )
}
