import type { EdgeVisit } from '@host/plugin/platform'

/** A visit that a link redirected, before anything is read of it. */
export interface Click {
  readonly orgId: string
  readonly linkId: string
  /** The place of the rule that decided; null for the link's own target. */
  readonly rule: number | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly address: string
  readonly agent: string
  readonly referrer: string
  readonly language: string
}

/** What a visit shows of itself. */
export type Visitor = Pick<EdgeVisit, 'address' | 'header'>

/** Longer headers are cut. */
const longest = 512

/** The click of a visit. @param link the link that redirected it */
export function clickOf(
  { address, header }: Visitor,
  { orgId, id, rule }: { readonly orgId: string; readonly id: string; readonly rule: number | null },
  at: number,
): Click {
  return {
    orgId,
    linkId: id,
    rule,
    at,
    address,
    agent: cut(header('user-agent')),
    referrer: cut(header('referer')),
    language: cut(header('accept-language')),
  }
}

function cut(text = ''): string {
  return text.length > longest ? text.slice(0, longest) : text
}

/** Whether a visit counts: HEAD asks about a link, and a prefetch may never be followed. */
export function counts(method: string, header: Visitor['header']): boolean {
  if (method !== 'GET') return false
  const purpose = header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? header('x-moz')
  return purpose === undefined || !/prefetch|prerender|preview/i.test(purpose)
}
