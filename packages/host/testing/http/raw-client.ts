import { connect } from 'node:net'

/** Sends bytes over a fresh connection and gives everything that comes back until the server closes it. */
export function exchange(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while the client still sends; the bytes received before count.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

/** The text of a request without a body, which asks for the connection to be closed. */
export function get(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
}

/** Status code and body of the first answer in the bytes. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

/**
 * A connection that stays open: the bytes received so far, ways to send more and to hang up, and the time when the
 * server closed it.
 */
export interface OpenConnection {
  readonly received: () => string
  readonly send: (text: string) => void
  readonly hangUp: () => void
  readonly closed: Promise<void>
}

/** Sends bytes over a fresh connection and leaves it open. */
export function open(port: number, text: string): OpenConnection {
  const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(text))
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  return {
    received: () => received,
    send: (more) => void socket.write(more),
    hangUp: () => void socket.destroy(),
    closed,
  }
}
