import { Accordion, CodeBlock, Link, useTranslation } from '@host/plugin-sdk'
import type { ClientSetup } from './client-setups.ts'

/** The setup for a token that exists already, which it does not contain. */
export function ByHand({ setup: { id, language, code } }: { readonly setup: ClientSetup }) {
  const { t } = useTranslation()
  const content = (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose">
        {t('mcp.connect.token')}{' '}
        <Link to="/settings/tokens" className="text-accent-fg underline">
          {t('mcp.connect.makeToken')}
        </Link>
      </p>
      <p className="max-w-prose">{t(`mcp.client.${id}.how`)}</p>
      <CodeBlock language={language} code={code} wrap />
    </div>
  )
  return <Accordion items={[{ id: 'by-hand', title: t('mcp.connect.byHand'), content }]} />
}
