import { useState } from 'react'
import {
  DatePicker,
  Field,
  formErrors,
  Modal,
  useFormat,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { addGrant, readWorkspacePlan } from '../../shared.ts'
import { readAmount, unitOf } from '../amount-input.ts'
import { DecisionForm, type Decision } from './DecisionForm.tsx'
import { endOfDay } from './end-of-day.ts'
import type { PlannedProps } from './planned.ts'

/** Grants a workspace a feature, or more of a limit, until a day. */
export function AddGrant({ planned: { workspace, entitlements }, onClose }: PlannedProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { timeZone } = useFormat()
  const [decision, setDecision] = useState<Decision>({ name: entitlements[0]?.name ?? '', amount: '', note: '' })
  const [until, setUntil] = useState('')
  const { mutate, error, isPending } = useMutation(addGrant, {
    invalidates: [readWorkspacePlan],
    onSuccess() {
      toast({ tone: 'positive', title: t('plans.workspaces.granted') })
      onClose()
    },
  })
  const { name, amount, note } = decision
  const isTier = entitlements.find((part) => part.name === name)?.kind === 'tier'
  const added = readAmount(amount, unitOf(entitlements, name))
  const granted = {
    ...(!isTier && added !== undefined && { amount: added }),
    ...(until !== '' && { until: endOfDay(until, timeZone) }),
  }
  return (
    <Modal open onClose={onClose} title={t('plans.workspaces.grant')} description={t('plans.decide.grantMeans')}>
      <DecisionForm
        parts={entitlements}
        decision={decision}
        onChange={(changes) => setDecision((before) => ({ ...before, ...changes }))}
        amountLabel={t('plans.decide.amount')}
        amountHint={t('plans.decide.amountHint')}
        amountPath="amount"
        error={error}
        busy={isPending}
        submitLabel={t('plans.workspaces.grant')}
        onSubmit={() => mutate({ orgId: workspace.id, name, note, ...granted })}
        onClose={onClose}
      >
        <Field
          label={t('plans.decide.until')}
          hint={t('plans.decide.untilHint', { zone: timeZone })}
          error={formErrors(error, ['until']).fields.until}
          optional
        >
          <DatePicker value={until} onChange={setUntil} />
        </Field>
      </DecisionForm>
    </Modal>
  )
}
