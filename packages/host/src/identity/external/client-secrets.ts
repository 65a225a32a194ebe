import type { Place, Vault } from '../../security/encryption/vault.ts'

/** Owner of a secret: a provider of the instance by its key, or the connection of a workspace. */
export type SecretOwner = { readonly key: string } | { readonly orgId: string }

/** Replaces a stored secret in answers; sent back, it keeps the stored one. */
export const maskedSecret = '••••••••'

/** Seals the secrets of clients, each for its place. */
export class ClientSecrets {
  readonly #vault: Vault

  constructor(vault: Vault) {
    this.#vault = vault
  }

  async seal(secret: string, owner: SecretOwner): Promise<string> {
    return await this.#vault.seal(secret, placeOf(owner))
  }

  async open(sealed: string, owner: SecretOwner): Promise<string> {
    return (await this.#vault.open(sealed, placeOf(owner))).toString()
  }
}

function placeOf(owner: SecretOwner): Place {
  return 'orgId' in owner
    ? { orgId: owner.orgId, plugin: 'host', field: 'sso_client_secret' }
    : { plugin: 'host', field: 'sign_in_client_secret', row: owner.key }
}
