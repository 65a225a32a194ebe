import { useState } from 'react'
import { ColorField, Field, FileDrop, Select, useTranslation, type QrLevel } from '@host/plugin-sdk'
import { logoTypes, mostLogoBytes, readLogo } from './logo.ts'
import { borders, sizes, type QrDesign } from './qr-design.ts'

export interface QrFieldsProps {
  readonly design: QrDesign
  readonly onChange: (design: QrDesign) => void
}

const levels: readonly QrLevel[] = ['L', 'M', 'Q', 'H']

/** Colors, logo, size and error correction of a code. */
export function QrFields({ design, onChange }: QrFieldsProps) {
  const { t } = useTranslation()
  const options = levels.map((value) => ({ value, label: t(`links.qr.levels.${value}`) }))
  const widths = sizes.map((value) => ({ value: String(value), label: t('links.qr.pixels', { count: value }) }))
  const zones = borders.map((value) => ({ value: String(value), label: t('links.qr.modules', { count: value }) }))
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
      <LogoField design={design} onChange={onChange} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('links.qr.size')}>
          <Select
            value={String(design.size)}
            options={widths}
            onChange={(size) => onChange({ ...design, size: Number(size) })}
          />
        </Field>
        <Field label={t('links.qr.border')}>
          <Select
            value={String(design.border)}
            options={zones}
            onChange={(border) => onChange({ ...design, border: Number(border) })}
          />
        </Field>
      </div>
      <Field
        label={t('links.qr.level')}
        hint={t(design.logo === undefined ? 'links.qr.levelHint' : 'links.qr.levelLogo')}
      >
        <Select
          value={design.logo === undefined ? design.level : 'H'}
          options={options}
          disabled={design.logo !== undefined}
          onChange={(level) => onChange({ ...design, level })}
        />
      </Field>
    </>
  )
}

function LogoField({ design, onChange }: QrFieldsProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<string>()
  async function choose([file]: readonly File[]) {
    setError(undefined)
    if (file === undefined) {
      onChange({ ...design, logo: undefined })
      return
    }
    try {
      onChange({ ...design, logo: await readLogo(file) })
    } catch {
      setError(t('links.qr.noPicture'))
    }
  }
  return (
    <Field label={t('links.qr.logo')} error={error} optional>
      <FileDrop
        files={design.logo === undefined ? [] : [design.logo.file]}
        onChange={(files) => void choose(files)}
        accept={logoTypes}
        maxBytes={mostLogoBytes}
        maxFiles={1}
        hint="PNG, JPEG, WebP"
      />
    </Field>
  )
}
