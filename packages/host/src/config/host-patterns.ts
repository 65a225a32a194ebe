import { isIP } from 'node:net'
import { normalizeHostPattern } from '@host/plugin'

/** Names of hosts, those below a name, or all. */
export class HostPatterns {
  readonly #names = new Set<string>()
  /** Each with its leading dot. */
  readonly #parents: string[] = []
  readonly #all: boolean

  /**
   * @param text separated by commas: `api.example.com`, `*.example.com` for all below a name, an address, or `*`
   * @throws TypeError with a sentence that quotes the entry and gives the expected form
   */
  constructor(text: string) {
    const entries = text.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]))
    this.#all = entries.includes('*')
    for (const entry of entries) if (entry !== '*') this.#add(entry)
  }

  /** @param host as a URL has it */
  has(host: string): boolean {
    return this.#all || this.#names.has(host) || this.#parents.some((parent) => host.endsWith(parent))
  }

  #add(entry: string): void {
    const pattern = isIP(entry) === 0 ? normalizeHostPattern(entry) : entry
    if (pattern === undefined) {
      throw new TypeError(
        `${JSON.stringify(entry)} is not a host name; use names such as "api.example.com", "*.example.com", or "*"`,
      )
    }
    if (pattern.startsWith('*.')) this.#parents.push(pattern.slice(1))
    else this.#names.add(isIP(pattern) === 6 ? `[${pattern}]` : pattern)
  }
}
