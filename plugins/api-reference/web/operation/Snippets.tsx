import { CodeBlock, Tabs, useTranslation } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { clientSnippet, curlSnippet, exampleCall } from '../document/snippets.ts'
import { Part } from './Part.tsx'

export interface SnippetsProps {
  readonly operation: Operation
  readonly resolve: Resolve
}

/** The call as it is written in a terminal and in a program, to copy. */
export function Snippets({ operation, resolve }: SnippetsProps) {
  const { t } = useTranslation()
  const options = { operation, call: exampleCall(operation, resolve), origin: location.origin }
  return (
    <Part title={t('api-reference.example')}>
      <Tabs
        label={t('api-reference.example')}
        tabs={[
          { id: 'curl', label: 'curl', content: <CodeBlock language="Shell" code={curlSnippet(options)} wrap /> },
          {
            id: 'client',
            label: '@host/client',
            content: <CodeBlock language="TypeScript" code={clientSnippet(options)} wrap />,
          },
        ]}
      />
    </Part>
  )
}
