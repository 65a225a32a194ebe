import { ErrorNote, Modal, SkeletonRows, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { explainEntitlement, type WorkspaceEntitlement } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { SourceList, type TitledPlan } from './SourceList.tsx'

export interface WhyDialogProps {
  readonly part: WorkspaceEntitlement
  readonly plan: TitledPlan | null
  readonly onClose: () => void
}

/** Why the workspace has a feature or limit, or lacks it, and which plans include more. */
export function WhyDialog({ part, plan, onClose }: WhyDialogProps) {
  const { t, language } = useTranslation()
  const { list } = useFormat()
  const { data, error } = useQuery(explainEntitlement, { name: part.name }, { errors: 'page' })
  const plans = data?.reason.plans ?? []
  return (
    <Modal open onClose={onClose} title={part.title[language]} description={t('plans.why.description')}>
      <div className="flex flex-col gap-4 text-sm">
        {error !== null && <ErrorNote error={error} />}
        {data === undefined && error === null && <SkeletonRows rows={2} />}
        {data !== undefined && (
          <>
            <SourceList part={data} plan={plan} />
            <p className="font-medium">
              <Result part={data} />
            </p>
            {plans.length > 0 && (
              <p className="text-muted">
                {t(part.kind === 'tier' ? 'plans.why.plansWith' : 'plans.why.plansWithMore', {
                  names: list(plans.map(({ title }) => title[language])),
                })}{' '}
                {t('plans.why.ask')}
              </p>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}

function Result({ part: { kind, has, limit, unit } }: { readonly part: WorkspaceEntitlement }) {
  const { t } = useTranslation()
  const amount = useAmount()
  if (!has) return t('plans.why.excluded')
  if (kind === 'tier') return t('plans.why.included')
  return limit === null ? t('plans.why.unlimited') : t('plans.why.limit', { limit: amount(limit, unit) })
}
