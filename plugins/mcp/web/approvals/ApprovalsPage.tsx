import { HelpLink, PageHeader, Tabs, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listApprovals } from '../../shared/approvals.ts'
import { ApprovalsTable } from './ApprovalsTable.tsx'

/** Agent calls: those that wait for approval, and the outcomes of the others. */
export default function ApprovalsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('mcp.approvals.title')}
        description={t('mcp.approvals.description')}
        actions={<HelpLink slug="approvals" />}
      />
      <Tabs
        label={t('mcp.approvals.title')}
        search="show"
        tabs={(['waiting', 'decided'] as const).map((state) => ({
          id: state,
          label: t(`mcp.approvals.${state}`),
          content: <ApprovalsTable key={state} state={state} />,
        }))}
      />
    </>
  )
}

ApprovalsPage.askAhead = ({ list }: AskAhead) => list(listApprovals, { state: 'waiting' })
