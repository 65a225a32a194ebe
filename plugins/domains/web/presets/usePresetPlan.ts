import { useMutation, useToast, useTranslation, type ClientError } from '@host/plugin-sdk'
import { listZoneHistory, planPreset, type Preset } from '../../shared.ts'
import type { PlanDialogProps } from '../import/ImportDialog.tsx'

/** Plans a preset. */
export interface PresetPlan {
  readonly send: (records: Preset) => void
  readonly isPending: boolean
  readonly error: ClientError | null
  /** The error that belongs to no field. */
  readonly rest: ClientError | null
  /** The message at a field, such as `exchanges.0.host`. */
  readonly errorAt: (field: string) => string | undefined
}

/** The fields begin with it: the preset is the member `records` of the input. */
const prefix = 'records.'

/** Plans the records of a preset, and shows the plan. */
export function usePresetPlan({ zone: { id }, onClose, onPlanned }: PlanDialogProps): PresetPlan {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutate, error, isPending } = useMutation(planPreset, {
    invalidates: [listZoneHistory],
    onSuccess({ changeset }) {
      onClose()
      if (changeset === null) toast({ title: t('domains.plan.nothing') })
      else onPlanned(changeset.id)
    },
  })
  const messages = error?.problem?.errors ?? []
  const isAtFields = messages.length > 0 && messages.every(({ path }) => path.startsWith(prefix))
  return {
    send: (records) => mutate({ id, records }),
    isPending,
    error,
    rest: isAtFields ? null : error,
    errorAt: (field) => messages.find(({ path }) => path === prefix + field)?.message,
  }
}
