import type { EdgeVisit } from '@host/plugin/platform'

/** A visit that a link redirected, before anything is read of it. */
export interface Click {
  readonly orgId: string
  readonly linkId: string
  /** The place of the rule that decided; null for the link's own target. */
  readonly rule: number | null
  /** Of the targets that the link has had. */
  readonly version: number
  /** Where it led, as bytes of characters. */
  readonly location: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly address: string
  readonly agent: string
  readonly referrer: string
  readonly language: string
}

/** What a visit shows of itself. */
export type Visitor = Pick<EdgeVisit, 'address' | 'header'>

/** The link that redirected a visit, and how. */
export interface ClickedLink {
  readonly orgId: string
  readonly id: string
  readonly rule: number | null
  readonly version: number
  readonly location: string
}

/** Longer headers are cut. */
const longest = 512

export function clickOf({ address, header }: Visitor, link: ClickedLink, at: number): Click {
  return {
    orgId: link.orgId,
    linkId: link.id,
    rule: link.rule,
    version: link.version,
    location: link.location,
    at,
    address,
    agent: cut(header('user-agent')),
    referrer: cut(header('referer')),
    language: cut(header('accept-language')),
  }
}

/** A copy: a part of a text keeps all of it in memory. Headers are bytes of characters. */
function cut(text = ''): string {
  return text.length > longest ? Buffer.from(text.slice(0, longest), 'latin1').toString('latin1') : text
}

/** Whether a visit counts: HEAD asks about a link, and a prefetch may never be followed. */
export function counts(method: string, header: Visitor['header']): boolean {
  if (method !== 'GET') return false
  const purpose = header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? header('x-moz')
  return purpose === undefined || !/prefetch|prerender|preview/i.test(purpose)
}
