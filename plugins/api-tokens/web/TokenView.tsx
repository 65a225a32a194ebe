import { useState } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  HelpLink,
  PageHeader,
  Panel,
  SkeletonRows,
  useCommand,
  useListQuery,
  useTranslation,
} from '@host/plugin-sdk'
import type { MintedToken } from '../shared.ts'
import { CreateToken } from './CreateToken.tsx'
import { TokenRow } from './TokenRow.tsx'
import type { TokenSource } from './token-source.ts'
import { TokenSecret } from './TokenSecret.tsx'

/** The tokens of one kind, the newest first. */
export function TokenView({ source }: { readonly source: TokenSource }) {
  const { t } = useTranslation()
  const { items, error, refetch } = useListQuery(source.list, {}, { errors: 'list' })
  const [isCreating, setCreating] = useState(false)
  const [minted, setMinted] = useState<MintedToken | null>(null)
  const create = () => setCreating(true)
  useCommand({ id: 'api-tokens.create', label: t('api-tokens.create'), icon: 'plus', keys: 'c', run: create })
  const button = (
    <Button calls={source.create} variant="primary" icon="plus" onClick={create}>
      {t('api-tokens.create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('api-tokens.title')}
        description={t(`api-tokens.description.${source.kind}`)}
        actions={
          <>
            <HelpLink slug={source.help} />
            {button}
          </>
        }
      />
      <Panel flush>
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {items === undefined && error === null && <SkeletonRows rows={3} />}
        {items?.length === 0 && <EmptyState title={t('api-tokens.none')}>{t('api-tokens.noneHelp')}</EmptyState>}
        {items !== undefined && items.length > 0 && (
          <ul aria-label={t('api-tokens.title')} className="divide-y divide-line">
            {items.map((token) => (
              <TokenRow key={token.id} token={token} source={source} onMinted={setMinted} />
            ))}
          </ul>
        )}
      </Panel>
      {isCreating && <CreateToken source={source} onClose={() => setCreating(false)} onMinted={setMinted} />}
      {minted !== null && <TokenSecret minted={minted} onClose={() => setMinted(null)} />}
    </>
  )
}
