import type { ServerResponse } from 'node:http'
import { plainAnswer } from '@host/plugin/platform'
import { sendNodeResponse } from 'srvx/node'

/**
 * Sends an answer that is in its plain form. Head and body go in a single write; the adapter makes two, each with its
 * own way through the stream.
 * @returns the bytes of its body; undefined for an answer in another form, of which nothing is sent
 * @throws TypeError for a header that HTTP can't carry; nothing is sent then
 */
export function sendPlain(response: Response, target: ServerResponse): number | undefined {
  const plain = plainAnswer(response)
  if (plain?.body === undefined) return undefined
  const { status, headers, body } = plain
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  if (body !== null || (status !== 204 && status !== 304)) headers['content-length'] = String(bytes)
  target.writeHead(status, headers)
  // As many bytes as characters is ASCII, which needs no converting on its way into the socket.
  target.end(body, bytes === body?.length ? 'latin1' : 'utf8')
  return bytes
}

/** Sends any answer. A body that fails while it is sent ends the connection; the cause is reported by its watcher. */
export async function sendAnswer(response: Response, target: ServerResponse): Promise<void> {
  if (sendPlain(response, target) !== undefined) return
  try {
    await sendNodeResponse(target, response)
  } catch {
    target.destroy()
  }
}
