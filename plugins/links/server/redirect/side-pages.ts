/** Pages beside a link, at `/.<name>/<slug>` of its host. */
const prefixes = { report: '/.report/', privacy: '/.privacy/', preview: '/.preview/' } as const

/** What a page is about. */
export interface SidePage {
  readonly name: keyof typeof prefixes
  /** The target of the link itself. */
  readonly target: string
}

/** The page that a visit asks for; undefined for other visits. */
export function sidePageOf(target: string): SidePage | undefined {
  if (!target.startsWith('/.')) return undefined
  for (const name of ['report', 'privacy', 'preview'] as const) {
    const prefix = prefixes[name]
    if (target.startsWith(prefix)) return { name, target: target.slice(prefix.length - 1) }
  }
  return undefined
}
