import { useTranslation } from '@host/plugin-sdk'
import type { ZoneDetails } from '../../shared.ts'
import { TextField } from './TextField.tsx'

export interface BelowFieldProps {
  readonly zone: ZoneDetails
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A name below a zone; the zone itself while it is empty. */
export function BelowField({ zone, ...rest }: BelowFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...rest}
      name="name"
      label={t('domains.presets.below')}
      hint={t('domains.presets.belowHint', { zone: zone.name })}
      suffix={`.${zone.name}`}
      optional
    />
  )
}
