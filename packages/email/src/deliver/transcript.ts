/** One line of what was said: a command without credentials, a reply, or an event such as the beginning of TLS. */
export interface TranscriptEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly from: 'client' | 'server' | 'event'
  readonly text: string
}

const maxText = 2_000
const maxEntries = 5_000

/** Records a dialogue. Secrets are left out wherever they occur, also where the server repeats them. */
export class Transcript {
  readonly entries: TranscriptEntry[] = []
  readonly #now: () => number
  readonly #secrets: readonly string[]

  constructor(now: () => number, secrets: readonly string[] = []) {
    this.#now = now
    this.#secrets = secrets.filter((secret) => secret !== '')
  }

  add(from: TranscriptEntry['from'], text: string): void {
    if (this.entries.length >= maxEntries) return
    let shown = text
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, '***')
    this.entries.push({ at: this.#now(), from, text: shown.slice(0, maxText) })
  }
}
