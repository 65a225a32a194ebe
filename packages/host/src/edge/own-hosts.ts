import { normalizeHostName } from '@host/plugin'

/** The hosts of the deployment itself: that of the public URL, and every name below it. No workspace gets one. */
export class OwnHosts {
  /** The public host as browsers send it, with its port. */
  readonly authority: string
  readonly #name: string | undefined

  constructor(publicUrl: URL) {
    this.authority = publicUrl.host
    this.#name = normalizeHostName(publicUrl.host)
  }

  /** @param name as `normalizeHostName` has it */
  has(name: string): boolean {
    const own = this.#name
    return own !== undefined && (name === own || name.endsWith(`.${own}`))
  }
}
