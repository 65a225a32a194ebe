import { useState, type SubmitEvent } from 'react'
import {
  Button,
  Checkbox,
  DialogActions,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  Textarea,
  useMutation,
  useTranslation,
  type EndpointOutput,
} from '@host/plugin-sdk'
import { createZoneKey, domainLimits, listZoneKeys, type ZoneDetails } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'

export interface CreateKeyProps {
  readonly zone: ZoneDetails
  readonly onClose: () => void
  readonly onCreated: (created: EndpointOutput<typeof createZoneKey>) => void
}

/** Creates a key; begins with that of a program that gets certificates. */
export function CreateKey({ zone, onClose, onCreated }: CreateKeyProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState(firstKey)
  const { mutate, error, isPending } = useMutation(createZoneKey, {
    invalidates: [listZoneKeys],
    onSuccess(created) {
      onClose()
      onCreated(created)
    },
  })
  const form = useFocusOnWrong<HTMLFormElement>(error)
  const errors = formErrors(error, ['label', 'names', 'types'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate({ id: zone.id, ...key, names: words(key.names), types: words(key.types) })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('domains.served.keys.create')}
      description={t('domains.served.keys.createHelp')}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <KeyFields value={key} errors={errors.fields} onChange={(part) => setKey({ ...key, ...part })} />
        <ErrorNote error={errors.rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('domains.cancel')}</Button>
          <Button calls={createZoneKey} type="submit" variant="primary" busy={isPending}>
            {t('domains.served.keys.create')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

const firstKey = { label: '', names: '_acme-challenge', types: 'TXT', mayTransfer: false }

interface KeyFieldsProps {
  readonly value: typeof firstKey
  readonly errors: Partial<Record<'label' | 'names' | 'types', string>>
  readonly onChange: (part: Partial<typeof firstKey>) => void
}

const plain = { spellCheck: false, autoComplete: 'off' } as const

function KeyFields({ value, errors, onChange }: KeyFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('domains.served.keys.label')} error={errors.label} required>
        <Input
          name="label"
          value={value.label}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Field>
      <Field
        label={t('domains.served.keys.names')}
        hint={t('domains.served.keys.namesHint')}
        error={errors.names}
        optional
      >
        <Textarea
          {...plain}
          name="names"
          value={value.names}
          rows={2}
          maxLength={domainLimits.name}
          onChange={(event) => onChange({ names: event.target.value })}
        />
      </Field>
      <Field
        label={t('domains.served.keys.types')}
        hint={t('domains.served.keys.typesHint')}
        error={errors.types}
        optional
      >
        <Input
          {...plain}
          name="types"
          value={value.types}
          maxLength={200}
          onChange={(event) => onChange({ types: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('domains.served.keys.mayTransfer')}
        checked={value.mayTransfer}
        onChange={(mayTransfer) => onChange({ mayTransfer })}
      />
    </>
  )
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
