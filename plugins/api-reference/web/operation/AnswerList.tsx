import { Badge, CodeBlock, useTranslation } from '@host/plugin-sdk'
import type { Success } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { ContentTree } from './ContentTree.tsx'
import { Part } from './Part.tsx'
import { Prose } from './Prose.tsx'

export interface AnswerListProps {
  readonly successes: readonly Success[]
  readonly resolve: Resolve
}

/** The successful responses. */
export function AnswerList({ successes, resolve }: AnswerListProps) {
  const { t } = useTranslation()
  return (
    <Part title={t('api-reference.answers')}>
      <ul className="flex flex-col gap-4">
        {successes.map(({ status, description, contents }) => (
          <li key={status} className="flex flex-col gap-2">
            <div className="flex items-start gap-2">
              <Badge tone="positive">{status}</Badge>
              <Prose text={description} />
            </div>
            {contents.map((content) => (
              <div key={content.type} className="flex flex-col gap-3">
                <ContentTree content={content} resolve={resolve} />
                {content.example !== undefined && (
                  <CodeBlock language="JSON" code={JSON.stringify(content.example, undefined, 2)} />
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  )
}
