import { Form, useMutation, useTranslation } from '@host/plugin-sdk'
import {
  changeUtmTemplate,
  createUtmTemplate,
  listUtmTemplates,
  type UtmField,
  type UtmTemplate,
} from '../../shared.ts'

export interface UtmTemplateFormProps {
  /** Undefined for a new one. */
  readonly template: UtmTemplate | undefined
  readonly onDone: () => void
}

/** Creates or changes a UTM template. */
export function UtmTemplateForm({ template, onDone }: UtmTemplateFormProps) {
  const { t } = useTranslation()
  const options = { invalidates: [listUtmTemplates], onSuccess: onDone }
  const create = useMutation(createUtmTemplate, options)
  const change = useMutation(changeUtmTemplate, options)
  const valueOf = (field: UtmField) => ({
    label: t(`links.utm.field.${field}`),
    control: 'text' as const,
    placeholder: t(`links.utm.example.${field}`),
  })
  const { id, ...given } = template ?? { id: undefined }
  return (
    <Form
      source={createUtmTemplate}
      fields={{
        name: { label: t('links.utm.name'), control: 'text' },
        source: valueOf('source'),
        medium: valueOf('medium'),
        campaign: valueOf('campaign'),
        term: valueOf('term'),
        content: valueOf('content'),
      }}
      values={given}
      onSubmit={(input) => (id === undefined ? create.mutateAsync(input) : change.mutateAsync({ ...input, id }))}
      submitLabel={t('links.utm.save')}
      onCancel={onDone}
    />
  )
}
