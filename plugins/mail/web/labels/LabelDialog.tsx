import { Form, Modal, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeLabel, createLabel, labelTones, listLabels, type EmailLabel, type LabelTone } from '../../shared.ts'

export interface LabelDialogProps {
  readonly label: EmailLabel | 'new'
  readonly onClose: () => void
}

/** Creates a label, or changes one. */
export function LabelDialog({ label, onClose }: LabelDialogProps) {
  const { t } = useTranslation()
  const effects = { invalidates: [listLabels], onSuccess: onClose }
  const create = useMutation(createLabel, effects)
  const change = useMutation(changeLabel, effects)
  const isNew = label === 'new'
  const title = t(isNew ? 'mail.labels.create' : 'mail.labels.edit')
  const tones = labelTones.map((value) => ({ value, label: t(`mail.labels.tone.${value}`) }))
  return (
    <Modal open onClose={onClose} title={title} size="small">
      <Form
        source={createLabel}
        fields={{
          name: { label: t('mail.labels.name'), control: 'text', required: true },
          tone: {
            label: t('mail.labels.color'),
            render: ({ value, onChange }) => (
              <Select<LabelTone> value={value ?? 'neutral'} options={tones} onChange={onChange} />
            ),
          },
        }}
        values={isNew ? { tone: 'accent' } : { name: label.name, tone: label.tone }}
        onSubmit={(input) => (isNew ? create.mutateAsync(input) : change.mutateAsync({ ...input, id: label.id }))}
        submitLabel={isNew ? title : t('mail.labels.save')}
        onCancel={onClose}
      />
    </Modal>
  )
}
