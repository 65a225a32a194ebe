import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

/** How a path of the site answers. */
export type SiteAnswer = (request: IncomingMessage, response: ServerResponse) => void

const compressors = {
  gzip: (body: Buffer) => gzipSync(body),
  deflate: (body: Buffer) => deflateSync(body),
  // Its best quality would take seconds for a bomb.
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
}

/** A content coding. */
export type Coding = keyof typeof compressors

/** Limits of an untrusted server's answers. Sizes in bytes, times in milliseconds. */
export const hostile = Object.freeze({
  /** A plain answer: for the first hop, and to inspect the arrived request. */
  text:
    (body: string, headers: Readonly<Record<string, string>> = {}): SiteAnswer =>
    (_request, response) =>
      void response.writeHead(200, headers).end(body),

  /** A redirect. */
  redirect:
    (location: string, status = 302): SiteAnswer =>
    (_request, response) =>
      void response.writeHead(status, { location }).end('elsewhere'),

  /** Takes the request and never answers. */
  silence: (): SiteAnswer => () => undefined,

  /** Sends a head, and then a byte of the body now and then, for ever. */
  trickle:
    (every: number): SiteAnswer =>
    (_request, response) => {
      response.writeHead(200).write('.')
      const timer = setInterval(() => response.write('.'), every)
      response.on('close', () => clearInterval(timer))
    },

  /** Sends a body as fast as it is taken, for ever. */
  endless: (): SiteAnswer => (_request, response) => {
    const piece = Buffer.alloc(64 * 1024, '.')
    const send = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.writeHead(200).on('drain', send)
    send()
  },

  /** Sends a body of so many bytes, each in a chunk of its own. */
  crumbs:
    (size: number): SiteAnswer =>
    (_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n.\r\n'.repeat(size)}0\r\n\r\n`)
    },

  /** A small body that decodes to so many bytes. */
  bomb:
    (coding: Coding, size: number): SiteAnswer =>
    (_request, response) =>
      void response.writeHead(200, { 'content-encoding': coding }).end(compressors[coding](Buffer.alloc(size))),

  /** A body in several codings, one inside the other. */
  layers:
    (codings: readonly Coding[], body: string): SiteAnswer =>
    (_request, response) => {
      const encoded = codings.reduce((bytes, coding) => compressors[coding](bytes), Buffer.from(body))
      response.writeHead(200, { 'content-encoding': codings.join(', ') }).end(encoded)
    },

  /** Announces a body of so many bytes, and sends none of it. */
  claim:
    (size: number): SiteAnswer =>
    (_request, response) =>
      response.writeHead(200, { 'content-length': String(size) }).flushHeaders(),

  /** Sends exactly these bytes in place of an answer, and hangs up. */
  raw:
    (bytes: string): SiteAnswer =>
    (_request, response) =>
      void response.socket?.end(bytes),
})
