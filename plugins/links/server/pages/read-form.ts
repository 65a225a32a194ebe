/** Fields that a form of a visitor's page sent. */

/** Why a body is not read. */
export type FormRefusal = 'too_large' | 'not_a_form'

/** @param most bytes of the body */
export async function readForm(posted: Request, most: number): Promise<URLSearchParams | FormRefusal> {
  const type = posted.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return 'not_a_form'
  if (Number(posted.headers.get('content-length') ?? 0) > most) return 'too_large'
  const bytes = posted.body === null ? Buffer.alloc(0) : await readUpTo(posted.body, most)
  return bytes === undefined ? 'too_large' : new URLSearchParams(bytes.toString('utf8'))
}

/** The bytes of a body; undefined for more. The rest is left unread: a body that is cancelled ends its connection. */
async function readUpTo(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > most) return undefined
    chunks.push(value)
  }
}

/** Whether another site made the browser send this: its visitors would guess, or report, for it. */
export function isSentByOtherSite(header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A field as text that the database takes: without control characters, but for line breaks. */
export function fieldText(form: URLSearchParams, name: string): string {
  const text = (form.get(name) ?? '').toWellFormed().replaceAll('\r\n', '\n')
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').trim()
}
