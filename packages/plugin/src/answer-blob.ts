import type { Blob } from './services/blobs.ts'
import { stream } from './respond.ts'

/** How a blob is answered. */
export interface BlobAnswerOptions {
  /** The name under which a browser saves it. */
  readonly name: string
  /** `inline` lets a browser show images and PDFs in place; all other types are saved. `attachment` when left out. */
  readonly as?: 'attachment' | 'inline'
}

/** Types that a browser shows without running anything of them. */
const shown: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
])

/**
 * Answers a stored file so that it can't act on this site: saved by the browser under its name, its type never guessed,
 * and nothing in it runs.
 * @example
 * const blob = await blobs.get(orgId, row.key)
 * if (blob === undefined) throw new Problem('not_found')
 * return answerBlob(blob, { name: row.name, as: 'inline' })
 * @since 1.0.0
 */
export function answerBlob(blob: Blob, { name, as = 'attachment' }: BlobAnswerOptions): Response {
  const type = blob.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isShown = as === 'inline' && shown.has(type)
  return stream(blob.body, {
    headers: {
      'content-type': blob.type,
      'content-length': String(blob.size),
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${fileName(name)}`,
      // The PDF viewers of browsers don't work in a sandbox; they run nothing of the page's origin.
      'content-security-policy': type === 'application/pdf' && isShown ? policy : `${policy}; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

const policy = "default-src 'none'; frame-ancestors 'self'"

/** The name as RFC 6266 has it: exactly for new readers, in ASCII for old ones. */
function fileName(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  const plain = visible.replaceAll(/[^ -~]|["%\\]/g, '_') || 'file'
  const exact = encodeURIComponent(visible || 'file').replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
