/**
 * Headers that protect the reader of an answer.
 *
 * `answerHeaders` are set on every answer without its own, API, files and refusals included: no content is sniffed as a
 * script, runs or loads anything, is framed, or is embedded by another site. A page has a policy of its own: only files
 * of this origin and inline scripts whose hash is named may run, so an injected script does not.
 */
import { createHash } from 'node:crypto'

/**
 * @param isPublicSecure whether the configured public address is https: only then browsers are told to stay there, for
 *   a year. Being reached over TLS alone is no promise to stay so.
 */
export function answerHeaders(isPublicSecure: boolean): Readonly<Record<string, string>> {
  return Object.freeze({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isPublicSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  })
}

/** The content security policy of a page of ours, with its own scripts and styles by their hashes. */
export function pagePolicy(html: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy sources, such as `'sha256-…'`, of the scripts or styles that stand in a page. */
function inlineHashes(html: string, tag: 'script' | 'style'): readonly string[] {
  // bounded: the pages of this build.
  return [...html.matchAll(new RegExp(`<${tag}(?<attributes>[^>]*)>(?<code>[^]*?)</${tag}>`, 'gi'))]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.['attributes'] ?? ''))
    .map(
      ({ groups }) =>
        `'sha256-${createHash('sha256')
          .update(groups?.['code'] ?? '')
          .digest('base64')}'`,
    )
}
