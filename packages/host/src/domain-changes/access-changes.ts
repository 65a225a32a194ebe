import type { Role } from '@host/plugin'
import type { ChangeRows, InEither, InInstance, InWorkspace } from './change-row.ts'
import type { HostEvent } from './host-events.ts'

interface NamedToken extends InEither {
  readonly tokenId: string
  readonly name: string
}

/** The recorded values of a client of an identity provider; never its secret. */
export type ClientValues = {
  readonly issuer: string
  readonly clientId: string
  readonly trustsSecondFactor: boolean
  readonly isEnabled: boolean
}

/** What a change of a client records beside its values. */
type Rotated = { readonly isRotated: boolean }
type ProviderValues = ClientValues & { readonly label: string }
type NamedProviderValues = ProviderValues & { readonly provider: string }
type ConnectionValues = ClientValues & { readonly isRequired: boolean }
type JoiningValues = ConnectionValues & { readonly defaultRole: Role }

interface AboutProvider extends InInstance {
  readonly providerId: string
}

interface AboutConnection extends InWorkspace {
  readonly connectionId: string
}

interface AboutIdentity extends InInstance {
  readonly userId: string
  readonly provider: string
  readonly issuer: string
}

/** Changes of tokens, identity providers and linked identities, by their kind. */
export interface AccessFacts {
  'api_token.created': NamedToken & {
    readonly scopes: readonly string[]
    readonly addresses: readonly string[]
    readonly role: Role | null
    readonly expiresInDays: number | null
  }
  'api_token.renamed': InEither & { readonly tokenId: string; readonly from: string; readonly to: string }
  'api_token.rotated': NamedToken & { readonly overlapEndsAt: string | null }
  'api_token.revoked': NamedToken
  'provider.created': AboutProvider & { readonly after: NamedProviderValues }
  'provider.changed': AboutProvider & { readonly before: ProviderValues; readonly after: ProviderValues & Rotated }
  'provider.removed': AboutProvider & { readonly before: NamedProviderValues }
  'sso.connected': AboutConnection & { readonly after: JoiningValues }
  'sso.changed': AboutConnection & { readonly before: JoiningValues; readonly after: JoiningValues & Rotated }
  'sso.disconnected': AboutConnection & { readonly before: ConnectionValues }
  'identity.linked': AboutIdentity
  'identity.unlinked': AboutIdentity
}

export const accessRows = {
  'api_token.created': {
    entry: ({ tokenId, name, scopes, addresses, role, expiresInDays }) => ({
      target: tokenTarget(tokenId),
      after: { name, scopes, addresses, role, expiresInDays },
    }),
    event: ({ tokenId: id, name, role, scopes, expiresInDays }) => ({
      name: 'api-token.created',
      data: { id, name, role, scopes, expiresInDays },
    }),
  },
  'api_token.renamed': {
    entry: ({ tokenId, from, to }) => ({ target: tokenTarget(tokenId), before: { name: from }, after: { name: to } }),
    event: undefined,
  },
  'api_token.rotated': {
    entry: ({ tokenId, name, overlapEndsAt }) => ({ target: tokenTarget(tokenId), after: { name, overlapEndsAt } }),
    event: ({ tokenId: id, name }) => ({ name: 'api-token.rotated', data: { id, name } }),
  },
  'api_token.revoked': {
    entry: ({ tokenId, name }) => ({ target: tokenTarget(tokenId), before: { name } }),
    event: ({ tokenId: id, name }) => ({ name: 'api-token.revoked', data: { id, name } }),
  },
  'provider.created': {
    entry: ({ providerId, after }) => ({ target: `provider:${providerId}`, after }),
    event: undefined,
  },
  'provider.changed': {
    entry: ({ providerId, before, after }) => ({ target: `provider:${providerId}`, before, after }),
    event: undefined,
  },
  'provider.removed': {
    entry: ({ providerId, before }) => ({ target: `provider:${providerId}`, before }),
    event: undefined,
  },
  'sso.connected': {
    entry: ({ connectionId, after }) => ({ target: connectionTarget(connectionId), after }),
    event: ({ connectionId, after }) => ({ name: 'sso.connected', data: connection(connectionId, after) }),
  },
  'sso.changed': {
    entry: ({ connectionId, before, after }) => ({ target: connectionTarget(connectionId), before, after }),
    event: ({ connectionId, after }) => ({ name: 'sso.changed', data: connection(connectionId, after) }),
  },
  'sso.disconnected': {
    entry: ({ connectionId, before }) => ({ target: connectionTarget(connectionId), before }),
    event: ({ connectionId, before }) => ({ name: 'sso.disconnected', data: connection(connectionId, before) }),
  },
  'identity.linked': {
    entry: ({ userId, provider, issuer }) => ({ target: `user:${userId}`, after: { provider, issuer } }),
    event: undefined,
  },
  'identity.unlinked': {
    entry: ({ userId, issuer, provider }) => ({ target: `user:${userId}`, before: { issuer, provider } }),
    event: undefined,
  },
} as const satisfies ChangeRows<AccessFacts>

function tokenTarget(id: string): string {
  return `api_token:${id}`
}

function connectionTarget(id: string): string {
  return `sso:${id}`
}

type ConnectionData = Extract<HostEvent, { readonly name: 'sso.changed' }>['data']

function connection(connectionId: string, { issuer, isEnabled }: ClientValues): ConnectionData {
  return { connectionId, issuer, isEnabled }
}
