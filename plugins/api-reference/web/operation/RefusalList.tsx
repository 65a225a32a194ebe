import { Accordion, Badge, useTranslation } from '@host/plugin-sdk'
import type { Refusal } from '../document/operation.ts'
import { Part } from './Part.tsx'

/** The error responses; programs branch on the code. */
export function RefusalList({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t } = useTranslation()
  if (refusals.length === 0) return null
  return (
    <Part title={t('api-reference.refusals')}>
      <Accordion
        items={[
          {
            id: 'refusals',
            title: t('api-reference.refusalCount', { count: refusals.length }),
            content: <Rows refusals={refusals} />,
          },
        ]}
      />
    </Part>
  )
}

function Rows({ refusals }: { readonly refusals: readonly Refusal[] }) {
  return (
    <ul lang="en" className="divide-y divide-line">
      {refusals.map(({ status, code, meaning }) => (
        <li key={`${status} ${code}`} className="flex items-start gap-3 py-2">
          <Badge tone="warning">{status}</Badge>
          <div className="min-w-0">
            <code className="font-mono text-xs font-medium text-fg wrap-anywhere">{code}</code>
            <p className="text-xs text-pretty">{meaning}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
