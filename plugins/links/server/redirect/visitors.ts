/**
 * Who visits, as far as it matters for counting: a person, or a program that looks at a link before or instead of one.
 * Programs that want to be taken for people are; the list is of those that say what they are.
 */

/** Messengers and networks that show a preview, and robots of search engines. */
const programs =
  /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|facebot|whatsapp|telegram|slack|discord|skypeuripreview|linkedin|twitter|pinterest|embedly|vkshare|redditbot|applebot|mastodon|headlesschrome|lighthouse|curl\/|wget\/|python-requests|go-http-client|node-fetch|okhttp/i

/** The headers of a visit that tell. */
export interface VisitHeaders {
  readonly method: string
  /** @param name in lower case */
  header(name: string): string | undefined
}

/** Whether a visit is one of a person who follows the link now. */
export function isPerson({ method, header }: VisitHeaders): boolean {
  if (method !== 'GET') return false
  const purpose = header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? header('x-moz') ?? ''
  if (/prefetch|prerender|preview/i.test(purpose)) return false
  const agent = header('user-agent')
  return agent !== undefined && agent !== '' && !programs.test(agent)
}
