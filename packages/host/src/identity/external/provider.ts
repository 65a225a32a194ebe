import type { ConnectionRole, ProviderKind } from '@host/plugin'

/** A provider as a sign-in uses it: one of the instance, or the connection of a workspace. */
export interface Provider {
  readonly id: string
  /** What stands in its addresses: a key, or the id of the workspace, so that each has a callback of its own. */
  readonly name: string
  readonly kind: ProviderKind
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Sealed. */
  readonly clientSecret: string
  readonly trustsSecondFactor: boolean
  /** The workspace whose connection it is; undefined for one of the instance. */
  readonly orgId: string | undefined
  /** What someone becomes who joins through it. */
  readonly defaultRole: ConnectionRole
}

/** The role that someone who joins gets: one that no one can give here is none that anyone gets. */
export function givenRole(stored: string | undefined): ConnectionRole {
  return stored === 'admin' ? 'admin' : 'member'
}
