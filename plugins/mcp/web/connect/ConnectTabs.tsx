import { CodeBlock, Link, Tabs, useTranslation } from '@host/plugin-sdk'
import { clientSetups, type ClientSetup } from './client-setups.ts'

/** Setup snippets to copy, by client. */
export function ConnectTabs() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t('mcp.connect.token')}{' '}
        <Link to="/settings/tokens" className="text-accent-fg underline">
          {t('mcp.connect.makeToken')}
        </Link>
      </p>
      <Tabs
        label={t('mcp.connect.clients')}
        search="client"
        tabs={clientSetups(location.origin).map((setup) => ({
          id: setup.id,
          label: t(`mcp.client.${setup.id}.name`),
          content: <Setup setup={setup} />,
        }))}
      />
    </div>
  )
}

function Setup({ setup: { id, language, code } }: { readonly setup: ClientSetup }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-sm">{t(`mcp.client.${id}.how`)}</p>
      <CodeBlock language={language} code={code} wrap />
    </div>
  )
}
