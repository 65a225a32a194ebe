import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  Modal,
  Select,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import { assignPlan, listPlans, listPlanWorkspaces, planLimits, readWorkspacePlan } from '../../shared.ts'
import type { PlannedProps } from './planned.ts'

const usesDefault = ''

/** Gives the workspace a plan, or the default one again. */
export function AssignPlan({ planned: { workspace, plan, isOwn }, onClose }: PlannedProps) {
  const { t, language } = useTranslation()
  const toast = useToast()
  const { data } = useQuery(listPlans, { isArchived: false, limit: planLimits.plans })
  const [planId, setPlanId] = useState(isOwn ? (plan?.id ?? usesDefault) : usesDefault)
  const { mutate, error, isPending } = useMutation(assignPlan, {
    invalidates: [readWorkspacePlan, listPlanWorkspaces, listPlans],
    onSuccess() {
      toast({ tone: 'positive', title: t('plans.workspaces.assigned', { name: workspace.name }) })
      onClose()
    },
  })
  const offered = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title[language] }))
  const present = isOwn && plan !== null ? [{ value: plan.id, label: plan.title[language] }] : []
  const options = [
    { value: usesDefault, label: t('plans.workspaces.defaultPlan') },
    ...present.filter(({ value }) => !offered.some((each) => each.value === value)),
    ...offered,
  ]
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate({ orgId: workspace.id, planId: planId === usesDefault ? null : planId })
  }
  return (
    <Modal open onClose={onClose} size="small" title={t('plans.workspaces.assign')} description={workspace.name}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('plans.console.plan')} hint={t('plans.workspaces.assignHint')}>
          <Select value={planId} options={options} onChange={setPlanId} />
        </Field>
        <ErrorNote error={error} />
        <DialogActions>
          <Button onClick={onClose}>{t('plans.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t('plans.workspaces.assign')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
