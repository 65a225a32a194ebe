import { useState } from 'react'
import { Badge, Icon, MenuItem, RelativeTime, RowMenu, useTranslation, useUndoableMutation } from '@host/plugin-sdk'
import type { MintedToken, Token } from '../shared.ts'
import { RenameToken } from './RenameToken.tsx'
import { RotateToken } from './RotateToken.tsx'
import { TokenExpiry } from './TokenExpiry.tsx'
import { TokenState } from './TokenState.tsx'
import type { TokenSource } from './token-source.ts'

export interface TokenRowProps {
  readonly token: Token
  readonly source: TokenSource
  readonly onMinted: (minted: MintedToken) => void
}

/** A token: scopes, last use and actions. */
export function TokenRow({ token, source, onMinted }: TokenRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'rotate' | null>(null)
  const revoke = useUndoableMutation(source.revoke, {
    removesFrom: [source.list],
    done: () => t('api-tokens.revoked', { name: token.name }),
  })
  const close = () => setOpen(null)
  return (
    <li className="group flex flex-wrap items-center gap-3 px-4 py-3">
      <Icon name="key-round" className="text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="truncate">{token.name}</span>
          <code className="font-mono text-xs text-subtle">{token.hint}…</code>
          <TokenState token={token} />
        </p>
        <TokenFacts token={token} />
      </div>
      <RowMenu name={token.name}>
        <MenuItem calls={source.rename} icon="pencil" onSelect={() => setOpen('rename')}>
          {t('api-tokens.rename')}
        </MenuItem>
        <MenuItem calls={source.rotate} icon="refresh-cw" onSelect={() => setOpen('rotate')}>
          {t('api-tokens.rotate')}
        </MenuItem>
        <MenuItem calls={source.revoke} icon="trash" danger onSelect={() => revoke.mutate({ id: token.id })}>
          {t('api-tokens.revoke')}
        </MenuItem>
      </RowMenu>
      {open === 'rename' && <RenameToken token={token} source={source} onClose={close} />}
      {open === 'rotate' && <RotateToken token={token} source={source} onClose={close} onMinted={onMinted} />}
    </li>
  )
}

function TokenFacts({ token }: { readonly token: Token }) {
  const { t } = useTranslation()
  const { scopes, role, addresses, lastUsedAt, lastUsedFrom } = token
  return (
    <p className="mt-0.5 flex flex-col gap-x-3 text-xs text-subtle sm:flex-row sm:flex-wrap">
      <span title={scopes.join(', ')}>{t('api-tokens.scopeCount', { count: scopes.length })}</span>
      {role !== null && <span>{t(`api-tokens.role.${role}`)}</span>}
      {lastUsedAt === null ? (
        <span>{t('api-tokens.neverUsed')}</span>
      ) : (
        <span>
          {t('api-tokens.lastUsed')} <RelativeTime value={lastUsedAt} /> · {lastUsedFrom}
        </span>
      )}
      <TokenExpiry token={token} />
      {addresses.length > 0 && <Badge>{addresses.join(', ')}</Badge>}
    </p>
  )
}
