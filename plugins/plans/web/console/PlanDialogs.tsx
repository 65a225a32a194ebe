import { useState } from 'react'
import { Modal, SkeletonRows, useMutation, useQuery, useToast, useTranslation } from '@host/plugin-sdk'
import { createPlan, listPlanParts, listPlans, planChange, type Plan } from '../../shared.ts'
import { ChangeReview } from './ChangeReview.tsx'
import { contentsOf, draftOf, emptyDraft, type PlanDraft } from './plan-draft.ts'
import { PlanForm } from './PlanForm.tsx'

interface DialogProps {
  readonly onClose: () => void
}

/** Creates a plan of the parts of this build. */
export function CreatePlan({ onClose }: DialogProps) {
  const { t, language } = useTranslation()
  const toast = useToast()
  const { data } = useQuery(listPlanParts)
  const { mutate, error, isPending } = useMutation(createPlan, {
    invalidates: [listPlans],
    onSuccess({ title }) {
      toast({ tone: 'positive', title: t('plans.console.createdToast', { name: title[language] }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} size="large" title={t('plans.console.create')}>
      {data === undefined ? (
        <SkeletonRows />
      ) : (
        <PlanForm
          parts={data.items}
          initial={emptyDraft}
          isStored={false}
          error={error}
          busy={isPending}
          submitLabel={t('plans.console.create')}
          onSubmit={(draft) =>
            mutate({ name: draft.name, isDefault: draft.isDefault, ...contentsOf(draft, data.items) })
          }
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

/** Changes a plan for all workspaces that have it, once the reader has seen which ones it affects. */
export function EditPlan({ plan, onClose }: DialogProps & { readonly plan: Plan }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { data } = useQuery(listPlanParts)
  const [draft, setDraft] = useState<PlanDraft>()
  const { mutate, error, isPending, data: change, reset } = useMutation(planChange)
  const applied = () => {
    toast({ tone: 'positive', title: t('plans.console.savedToast') })
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      size="large"
      title={t('plans.console.edit')}
      description={t('plans.console.editMeans', { count: plan.workspaces })}
    >
      {change !== undefined && <ChangeReview change={change} onBack={reset} onApplied={applied} />}
      {data === undefined && <SkeletonRows />}
      {data !== undefined && change === undefined && (
        <PlanForm
          parts={data.items}
          initial={draft ?? draftOf(plan, data.items)}
          isStored
          error={error}
          busy={isPending}
          submitLabel={t('plans.changes.review')}
          onSubmit={(next) => {
            setDraft(next)
            mutate({ planId: plan.id, ...contentsOf(next, data.items) })
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
