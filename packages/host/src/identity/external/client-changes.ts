import type { ClientValues } from '../../domain-changes/access-changes.ts'
import { maskedSecret, type ClientSecrets, type SecretOwner } from './client-secrets.ts'

/** Shared properties of providers and connections, as stored. */
export interface StoredClient {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly trusts_second_factor: boolean
  readonly is_enabled: boolean
}

/** Changes; omitted properties stay. */
export interface ClientChanges {
  /** Checked. */
  readonly issuer?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly trustsSecondFactor?: boolean | undefined
  readonly isEnabled?: boolean | undefined
}

/** The client as it will be stored. A secret that was only shown as a mask stays the one that it is. */
export async function changedClient(
  before: StoredClient,
  changes: ClientChanges,
  { secrets, owner }: { readonly secrets: ClientSecrets; readonly owner: SecretOwner },
): Promise<StoredClient> {
  const { clientSecret = maskedSecret } = changes
  const isKept = clientSecret === maskedSecret
  return {
    issuer: changes.issuer ?? before.issuer,
    client_id: changes.clientId ?? before.client_id,
    client_secret: isKept ? before.client_secret : await secrets.seal(clientSecret, owner),
    trusts_second_factor: changes.trustsSecondFactor ?? before.trusts_second_factor,
    is_enabled: changes.isEnabled ?? before.is_enabled,
  }
}

/** Whether sessions depend on a removed property: the provider's identity, its client, or its second factor. */
export function endsSessions(before: StoredClient, after: StoredClient): boolean {
  return (
    (before.is_enabled && !after.is_enabled) ||
    before.issuer !== after.issuer ||
    before.client_id !== after.client_id ||
    (before.trusts_second_factor && !after.trusts_second_factor)
  )
}

/** The audited properties of a client: that its secret was changed, never the secret. */
export function auditedClient(client: StoredClient): ClientValues {
  return {
    issuer: client.issuer,
    clientId: client.client_id,
    trustsSecondFactor: client.trusts_second_factor,
    isEnabled: client.is_enabled,
  }
}
