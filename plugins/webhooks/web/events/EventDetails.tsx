import { Alert, CodeBlock, Tabs, useTranslation } from '@host/plugin-sdk'
import type { WebhookEvent } from '../../shared.ts'
import { EventEndpoints } from './EventEndpoints.tsx'
import { exampleMessage } from './example-message.ts'
import { SchemaTable } from './SchemaTable.tsx'
import { curlSnippet, verifySnippets } from './snippets.ts'

/** The data of an event, with an example and code to receive it. */
export function EventDetails({ event }: { readonly event: WebhookEvent }) {
  const { t } = useTranslation()
  const example = JSON.stringify(exampleMessage(event), undefined, 2)
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">{event.description}</p>
      {!event.isOn && <Alert title={t('webhooks.events.offMeans')} />}
      <EventEndpoints name={event.name} />
      <SchemaTable schema={event.schema} />
      <section aria-labelledby="example">
        <h3 id="example" className="mb-2 text-sm font-semibold">
          {t('webhooks.events.example')}
        </h3>
        <CodeBlock language="JSON" code={example} />
      </section>
      <section aria-labelledby="verify">
        <h3 id="verify" className="mb-2 text-sm font-semibold">
          {t('webhooks.secret.verify')}
        </h3>
        <Tabs
          label={t('webhooks.events.language')}
          tabs={[
            ...verifySnippets(event.name).map(({ language, code }) => ({
              id: language,
              label: language,
              content: <CodeBlock language={language} code={code} />,
            })),
            { id: 'curl', label: 'curl', content: <CodeBlock language="curl" code={curlSnippet(event)} /> },
          ]}
        />
      </section>
    </div>
  )
}
