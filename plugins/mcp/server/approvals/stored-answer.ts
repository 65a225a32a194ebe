import { approvalLimits } from '../../shared/approvals.ts'

/** The stored part of an answer. */
export interface StoredAnswer {
  readonly type: string
  readonly body: string
  readonly isCut: boolean
}

/** Reads an answer, and no more of it than is kept. */
export async function storedAnswer(response: Response): Promise<StoredAnswer> {
  const { bytes, isCut } = await readUpTo(response.body, approvalLimits.answer)
  const body = new TextDecoder().decode(bytes)
  return {
    type: (response.headers.get('content-type') ?? '').slice(0, 200),
    // Bytes of a truncated character, or of binary data, are not text; a database stores no NUL.
    body: (isCut ? withoutBrokenEnd(body) : body).replaceAll('\0', '\uFFFD'),
    isCut,
  }
}

/** At most three bytes of a character can stand before the cut. */
function withoutBrokenEnd(text: string): string {
  return text.replace(/\uFFFD{1,3}$/, '')
}

async function readUpTo(body: ReadableStream<Uint8Array> | null, most: number) {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > most) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, most), isCut: length > most }
}

const problemType = 'application/problem+json'

/** The code of the problem that an answer is; null for any other. */
export function codeIn({ type, body }: StoredAnswer): string | null {
  if (!type.startsWith(problemType)) return null
  try {
    const { code } = JSON.parse(body) as { readonly code?: unknown }
    return typeof code === 'string' ? code.slice(0, 60) : null
  } catch {
    return null
  }
}
