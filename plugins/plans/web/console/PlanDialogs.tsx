import { Modal, SkeletonRows, useMutation, useQuery, useToast, useTranslation } from '@host/plugin-sdk'
import { changePlan, createPlan, listPlanParts, listPlans, type Plan } from '../../shared.ts'
import { contentsOf, draftOf, emptyDraft } from './plan-draft.ts'
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
          onSubmit={(draft) => mutate({ name: draft.name, ...contentsOf(draft) })}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

/** Changes a plan for all workspaces that have it. */
export function EditPlan({ plan, onClose }: DialogProps & { readonly plan: Plan }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { data } = useQuery(listPlanParts)
  const { mutate, error, isPending } = useMutation(changePlan, {
    invalidates: [listPlans],
    onSuccess() {
      toast({ tone: 'positive', title: t('plans.console.savedToast') })
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      size="large"
      title={t('plans.console.edit')}
      description={t('plans.console.editMeans', { count: plan.workspaces })}
    >
      {data === undefined ? (
        <SkeletonRows />
      ) : (
        <PlanForm
          parts={data.items}
          initial={draftOf(plan)}
          isStored
          error={error}
          busy={isPending}
          submitLabel={t('plans.save')}
          onSubmit={(draft) => mutate({ id: plan.id, ...contentsOf(draft) })}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
