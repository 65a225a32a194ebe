import type { ServerResponse } from 'node:http'
import { plainAnswer } from '@host/plugin'
import { sendNodeResponse } from 'srvx/node'

/**
 * Sends an answer. Head and body of a plain one go in a single write; the adapter makes two, each with its own way
 * through the stream.
 * @throws TypeError for a header that HTTP can't carry; nothing is sent then
 */
export function sendAnswer(response: Response, target: ServerResponse): void | Promise<void> {
  const plain = plainAnswer(response)
  if (plain?.body === undefined) return sendNodeResponse(target, response)
  const { status, headers, body } = plain
  if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
  else if (status !== 204 && status !== 304) headers['content-length'] = '0'
  target.writeHead(status, headers)
  target.end(body)
}
