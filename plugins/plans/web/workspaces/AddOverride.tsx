import { useState } from 'react'
import { Checkbox, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { readWorkspacePlan, setOverride } from '../../shared.ts'
import { readAmount, unitOf } from '../amount-input.ts'
import { DecisionForm, type Decision } from './DecisionForm.tsx'
import type { PlannedProps } from './planned.ts'

/** Decides a feature or limit for one workspace, whatever its plan. */
export function AddOverride({ planned: { workspace, entitlements }, onClose }: PlannedProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [decision, setDecision] = useState<Decision>({ name: entitlements[0]?.name ?? '', amount: '', note: '' })
  const [has, setHas] = useState(true)
  const { mutate, error, isPending } = useMutation(setOverride, {
    invalidates: [readWorkspacePlan],
    onSuccess() {
      toast({ tone: 'positive', title: t('plans.workspaces.overridden') })
      onClose()
    },
  })
  const { name, amount, note } = decision
  const isTier = entitlements.find((part) => part.name === name)?.kind === 'tier'
  const limit = readAmount(amount, unitOf(entitlements, name))
  const decided = isTier ? { has } : { ...(limit !== undefined && { limit }) }
  return (
    <Modal open onClose={onClose} title={t('plans.workspaces.override')} description={t('plans.decide.overrideMeans')}>
      <DecisionForm
        parts={entitlements}
        decision={decision}
        onChange={(changes) => setDecision((before) => ({ ...before, ...changes }))}
        amountLabel={t('plans.decide.limit')}
        amountHint={t('plans.decide.limitHint')}
        amountPath="limit"
        error={error}
        busy={isPending}
        submitLabel={t('plans.save')}
        onSubmit={() => mutate({ orgId: workspace.id, name, note, ...decided })}
        onClose={onClose}
      >
        {isTier && <Checkbox label={t('plans.decide.has')} checked={has} onChange={setHas} />}
      </DecisionForm>
    </Modal>
  )
}
