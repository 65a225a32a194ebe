import { normalizeHostName } from '@host/plugin'

/** The hosts of the instance itself: that of the public URL, the shared one, and every name below. No workspace gets one. */
export class OwnHosts {
  /** The public host as browsers send it, with its port. */
  readonly authority: string
  readonly #names: readonly string[]

  /** @param sharedHost as `normalizeHostName` has it */
  constructor(publicUrl: URL, sharedHost?: string) {
    this.authority = publicUrl.host
    this.#names = [normalizeHostName(publicUrl.host), sharedHost].filter((name) => name !== undefined)
  }

  /** @param name as `normalizeHostName` has it */
  has(name: string): boolean {
    return this.#names.some((own) => name === own || name.endsWith(`.${own}`))
  }
}
