import { ColorField, Field, Select, useTranslation, type QrLevel } from '@host/plugin-sdk'
import type { QrDesign } from './qr-design.ts'

export interface QrFieldsProps {
  readonly design: QrDesign
  readonly onChange: (design: QrDesign) => void
}

const levels: readonly QrLevel[] = ['L', 'M', 'Q', 'H']

/** Colors and error correction of a code. */
export function QrFields({ design, onChange }: QrFieldsProps) {
  const { t } = useTranslation()
  const options = levels.map((value) => ({ value, label: t(`links.qr.levels.${value}`) }))
  return (
    <>
      <Field label={t('links.qr.color')} optional>
        <ColorField value={design.color} onChange={(color) => onChange({ ...design, color })} />
      </Field>
      <Field label={t('links.qr.background')} optional>
        <ColorField
          value={design.background}
          presets={[]}
          onChange={(background) => onChange({ ...design, background })}
        />
      </Field>
      <Field label={t('links.qr.level')} hint={t('links.qr.levelHint')}>
        <Select value={design.level} options={options} onChange={(level) => onChange({ ...design, level })} />
      </Field>
    </>
  )
}
