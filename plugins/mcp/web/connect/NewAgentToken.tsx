import { lazy, Suspense, useState } from 'react'
import { Button, ErrorNote, Field, Radio, SkeletonRows, useMutation, useTranslation } from '@host/plugin-sdk'
import { createAgentToken, listAgentTokens } from '../../shared/token-tools.ts'
import type { ClientSetup } from './client-setups.ts'
import type { MintedAgentToken } from './ReadyCommand.tsx'

const PickScopes = lazy(async () => ({ default: (await import('./PickScopes.tsx')).PickScopes }))

export interface NewAgentTokenProps {
  readonly client: ClientSetup['id']
  /** Picked scopes that change something. */
  readonly scopes: readonly string[]
  readonly onScopes: (scopes: readonly string[]) => void
  readonly onMinted: (minted: MintedAgentToken) => void
}

/** The rights of the agent, and the button that creates its token. */
export function NewAgentToken({ client, scopes, onScopes, onMinted }: NewAgentTokenProps) {
  const { t } = useTranslation()
  const [access, setAccess] = useState<'read' | 'pick'>(scopes.length === 0 ? 'read' : 'pick')
  const { mutate, error, isPending } = useMutation(createAgentToken, {
    invalidates: [listAgentTokens],
    onSuccess: onMinted,
  })
  const create = () =>
    mutate({ name: t(`mcp.client.${client}.name`), ...(access === 'pick' && { scopes: [...scopes] }) })
  const options = (['read', 'pick'] as const).map((value) => ({
    value,
    label: t(`mcp.connect.access.${value}`),
    description: t(`mcp.connect.access.${value}Means`),
  }))
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('mcp.connect.access.label')}>
        <Radio value={access} options={options} onChange={setAccess} />
      </Field>
      {access === 'pick' && (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <PickScopes value={scopes} onChange={onScopes} />
        </Suspense>
      )}
      <ErrorNote error={error} />
      <div>
        <Button calls={createAgentToken} variant="primary" icon="plug" busy={isPending} onClick={create}>
          {t('mcp.button.connect')}
        </Button>
      </div>
    </div>
  )
}
