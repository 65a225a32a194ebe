import { useState } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import type { PlanDialogProps } from '../import/ImportDialog.tsx'
import { PresetDialog } from './PresetDialog.tsx'
import { TextField } from './TextField.tsx'
import { usePresetPlan } from './usePresetPlan.ts'

/** Plans the CNAME record of a host for short links. */
export function LinksPreset(props: PlanDialogProps) {
  const { t } = useTranslation()
  const plan = usePresetPlan(props)
  const [name, setName] = useState('go')
  const [target, setTarget] = useState(location.hostname)
  return (
    <PresetDialog
      title={t('domains.presets.links.title')}
      description={t('domains.presets.links.help')}
      plan={plan}
      onSubmit={() => plan.send({ preset: 'links', name, target })}
      onClose={props.onClose}
    >
      <TextField
        name="name"
        label={t('domains.records.name')}
        suffix={`.${props.zone.name}`}
        value={name}
        error={plan.errorAt('name')}
        onChange={setName}
      />
      <TextField
        name="target"
        label={t('domains.presets.links.target')}
        hint={t('domains.presets.links.targetHint')}
        value={target}
        error={plan.errorAt('target')}
        onChange={setTarget}
      />
    </PresetDialog>
  )
}
