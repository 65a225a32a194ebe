import {
  Button,
  EmptyState,
  ListView,
  SidePanel,
  tableInput,
  useAddressDialog,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listPlans } from '../../shared.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { CreatePlan } from './PlanDialogs.tsx'
import { PlanDetails } from './PlanDetails.tsx'
import { usePlanColumns } from './usePlanColumns.tsx'

/** The plans of the instance. */
export default function PlansPage() {
  const { t } = useTranslation()
  const columns = usePlanColumns()
  const table = useTable({ columns, filters: { isArchived: { kind: 'boolean', label: t('plans.console.archived') } } })
  const input = tableInput(listPlans, table)
  const plans = useListQuery(listPlans, input, { errors: 'list' })
  const adding = useAddressDialog('add', {
    id: 'plans.create',
    label: t('plans.console.create'),
    icon: 'plus',
    keys: 'c',
  })
  return (
    <>
      <ConsoleTabs
        actions={
          <Button variant="primary" icon="plus" onClick={adding.open}>
            {t('plans.console.create')}
          </Button>
        }
      />
      <ListView
        endpoint={listPlans}
        input={input}
        label={t('plans.console.plans')}
        columns={columns}
        table={table}
        list={plans}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('plans.console.none')}>{t('plans.console.noneMeans')}</EmptyState>}
        panel={({ row, ways }) => (
          <SidePanel label={t('plans.console.plan')} {...ways}>
            {row === undefined ? <EmptyState kind="noMatch" /> : <PlanDetails key={row.id} plan={row} />}
          </SidePanel>
        )}
      />
      {adding.isOpen && <CreatePlan onClose={adding.close} />}
    </>
  )
}

PlansPage.askAhead = ({ list }: AskAhead) => list(listPlans, {})
