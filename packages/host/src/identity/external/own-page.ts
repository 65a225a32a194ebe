/**
 * Whether a navigation began on a page of our own. Browsers say so themselves on every address that is worth trusting
 * (https, or this very machine); where they don't, on plain http, the page that they name has to be ours. A request that
 * says neither came from nowhere that is known.
 */
export function isFromOwnPage(request: Request, publicUrl: URL | undefined): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referrer = request.headers.get('referer') ?? ''
  return publicUrl !== undefined && URL.canParse(referrer) && new URL(referrer).origin === publicUrl.origin
}
