import { createHash } from 'node:crypto'

/** What the headers of a page depend on. */
export interface SecurityHeaderOptions {
  /** Sources such as `'sha256-…'` of the scripts that stand in the page itself. */
  readonly scriptHashes?: readonly string[]
  /** Whether the client reached us over TLS; only then browsers are told to stay there. */
  readonly isSecure: boolean
}

/**
 * The headers of a page of ours. A script that somebody smuggles into a page does not run: only files of this origin and
 * inline scripts whose hash is named may. Nobody may frame a page, and no page leaks its address to another site.
 */
export function securityHeaders({
  scriptHashes = [],
  isSecure,
}: SecurityHeaderOptions): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return Object.freeze({
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  })
}

/** The policy sources of the scripts that stand in a page. */
export function inlineScriptHashes(html: string): readonly string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[^]*?)<\/script>/gi)]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.['attributes'] ?? ''))
    .map(
      ({ groups }) =>
        `'sha256-${createHash('sha256')
          .update(groups?.['code'] ?? '')
          .digest('base64')}'`,
    )
}
