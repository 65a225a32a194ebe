import { useState } from 'react'
import {
  Alert,
  EmptyState,
  ErrorNote,
  Field,
  Select,
  SkeletonRows,
  useListQuery,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listAgentTokens, listTokenTools, type AgentToken } from '../../shared/token-tools.ts'
import { ToolRow } from './ToolRow.tsx'

/** The tools of each of the reader's tokens. */
export function TokenTools() {
  const { t } = useTranslation()
  const { items, error, refetch } = useListQuery(listAgentTokens, {}, { errors: 'page' })
  if (items === undefined) {
    return error === null ? <SkeletonRows rows={3} /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  const [first] = items
  if (first !== undefined) return <Chosen tokens={items} first={first} />
  return (
    <EmptyState icon="key-round" title={t('mcp.tools.noTokens')}>
      {t('mcp.tools.noTokensHint')}
    </EmptyState>
  )
}

function Chosen({ tokens, first }: { readonly tokens: readonly AgentToken[]; readonly first: AgentToken }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const token = tokens.find(({ id }) => id === chosen) ?? first
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-sm">
        <Field label={t('mcp.tools.token')}>
          <Select
            value={token.id}
            options={tokens.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        </Field>
      </div>
      <Tools key={token.id} id={token.id} />
    </div>
  )
}

function Tools({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(listTokenTools, { id }, { errors: 'page', keepPrevious: false })
  if (data === undefined) {
    return error === null ? <SkeletonRows rows={5} /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  if (!data.canConnect) {
    return (
      <Alert tone="warning" title={t('mcp.tools.closed')}>
        {t('mcp.tools.closedHint')}
      </Alert>
    )
  }
  return (
    <ul aria-label={t('mcp.tools.title')} className="divide-y divide-line border-t border-line">
      {data.items.map((tool) => (
        <ToolRow key={tool.name} tool={tool} />
      ))}
    </ul>
  )
}
