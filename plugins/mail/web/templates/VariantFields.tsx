import { Field, Input, Textarea, useTranslation } from '@host/plugin-sdk'
import { writingLimits } from '../../shared.ts'
import type { VariantTexts } from './template-texts.ts'

export interface VariantFieldsProps {
  readonly value: VariantTexts
  readonly onChange: (value: VariantTexts) => void
  /** The error of a field; of the variant as a whole for an empty name. */
  readonly errorAt: (field: string) => string | undefined
}

/** The texts of a template in one language. */
export function VariantFields({ value, onChange, errorAt }: VariantFieldsProps) {
  const { t } = useTranslation()
  const change = (part: Partial<VariantTexts>) => onChange({ ...value, ...part })
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('mail.compose.subject')}
        error={errorAt('subject') ?? errorAt('')}
        hint={t('mail.templates.variablesHint', { name: '{{name}}' })}
      >
        <Input
          name="subject"
          value={value.subject}
          maxLength={writingLimits.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
      </Field>
      <Field label={t('mail.compose.text')} error={errorAt('text')}>
        <Textarea
          name="text"
          rows={8}
          value={value.text}
          maxLength={writingLimits.templateText}
          onChange={({ target }) => change({ text: target.value })}
        />
      </Field>
      <Field label={t('mail.templates.html')} error={errorAt('html')} hint={t('mail.templates.htmlHint')} optional>
        <Textarea
          name="html"
          rows={4}
          value={value.html}
          maxLength={writingLimits.templateHtml}
          spellCheck={false}
          onChange={({ target }) => change({ html: target.value })}
        />
      </Field>
    </div>
  )
}
