import type { ConnectionRole, ProviderKind } from '@host/plugin/platform'

/** A provider as a sign-in uses it: one of the instance, or the connection of a workspace. */
export interface Provider {
  readonly id: string
  /** Its name in addresses: a key, or the id of the workspace, so that each has a callback of its own. */
  readonly name: string
  readonly kind: ProviderKind
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Sealed. */
  readonly clientSecret: string
  readonly trustsSecondFactor: boolean
  /** The workspace that owns the connection; undefined for one of the instance. */
  readonly orgId: string | undefined
  /** Role of users who join through it. */
  readonly defaultRole: ConnectionRole
}

/** The role of users who join: an unknown stored role is never granted. */
export function givenRole(stored: string | undefined): ConnectionRole {
  return stored === 'admin' ? 'admin' : 'member'
}
