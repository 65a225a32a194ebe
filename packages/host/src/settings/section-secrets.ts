import { SealBroken } from '../security/encryption/seal-broken.ts'
import type { Vault } from '../security/encryption/vault.ts'
import { sealPlace, type SettingsPlace } from './settings-place.ts'

/** The secrets of sections: sealed for one field of one plugin and owner, and opened there alone. */
export class SectionSecrets {
  readonly #vault: Pick<Vault, 'seal' | 'open'>

  constructor(vault: Pick<Vault, 'seal' | 'open'>) {
    this.#vault = vault
  }

  async seal(place: SettingsPlace, field: string, secret: string): Promise<string> {
    return await this.#vault.seal(secret, sealPlace(place, field))
  }

  /** @throws SealBroken when it was altered, is bound to another place, or its key is gone */
  async open(place: SettingsPlace, field: string, sealed: string): Promise<string> {
    return (await this.#vault.open(sealed, sealPlace(place, field))).toString()
  }

  /** The secret; undefined when it does not open. */
  async tryOpen(place: SettingsPlace, field: string, sealed: string): Promise<string | undefined> {
    try {
      return await this.open(place, field, sealed)
    } catch (error) {
      if (error instanceof SealBroken) return undefined
      throw error
    }
  }
}
