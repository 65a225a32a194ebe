import { ButtonLink, HelpLink, PageHeader, Panel, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listAgentTokens } from '../shared.ts'
import { ConnectAgent } from './connect/ConnectAgent.tsx'
import { TokenTools } from './tools/TokenTools.tsx'

/** Setup instructions for agents, and the tools of each token. */
export default function AgentsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('mcp.title')}
        description={t('mcp.description')}
        actions={
          <>
            <HelpLink slug="agents" />
            <ButtonLink to="/mcp/approvals" icon="list-checks">
              {t('mcp.approvals.title')}
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Panel title={t('mcp.connect.title')} description={t('mcp.connect.description')}>
          <ConnectAgent />
        </Panel>
        <Panel title={t('mcp.tools.title')} description={t('mcp.tools.description')}>
          <TokenTools />
        </Panel>
      </div>
    </>
  )
}

AgentsPage.askAhead = ({ query }: AskAhead) => query(listAgentTokens, undefined)
