import { useState } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import type { PlanDialogProps } from '../import/ImportDialog.tsx'
import { BelowField } from './BelowField.tsx'
import { PresetDialog } from './PresetDialog.tsx'
import { TextField } from './TextField.tsx'
import { usePresetPlan } from './usePresetPlan.ts'

/** Plans the TXT record by which another service verifies a site. */
export function VerificationPreset(props: PlanDialogProps) {
  const { t } = useTranslation()
  const plan = usePresetPlan(props)
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const below = name.trim()
  return (
    <PresetDialog
      title={t('domains.presets.verification.title')}
      description={t('domains.presets.verification.help')}
      plan={plan}
      onSubmit={() => plan.send({ preset: 'verification', value, ...(below !== '' && { name: below }) })}
      onClose={props.onClose}
    >
      <TextField
        name="value"
        label={t('domains.presets.verification.value')}
        hint={t('domains.presets.verification.valueHint')}
        value={value}
        error={plan.errorAt('value')}
        onChange={setValue}
      />
      <BelowField zone={props.zone} value={name} error={plan.errorAt('name')} onChange={setName} />
    </PresetDialog>
  )
}
