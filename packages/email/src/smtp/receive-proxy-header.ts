import type { Socket } from 'node:net'
import type { SmtpClock } from './clock.ts'
import { readProxyHeader, type ProxyHeader } from './proxy-header.ts'

export interface HeaderDeadline {
  readonly clock: SmtpClock
  /** Milliseconds for the whole header. */
  readonly time: number
}

/**
 * Reads the header of a load balancer from a new connection, and leaves the bytes after it in the socket.
 * @returns undefined for another start, one that is late, and a connection that ends
 */
export async function receiveProxyHeader(
  socket: Socket,
  { clock, time }: HeaderDeadline,
): Promise<ProxyHeader | undefined> {
  const { promise, resolve } = Promise.withResolvers<ProxyHeader | undefined>()
  const fail = (): void => resolve(undefined)
  let bytes = Buffer.alloc(0)
  const read = (): void => {
    for (let chunk = take(socket); chunk !== null; chunk = take(socket)) {
      bytes = Buffer.concat([bytes, chunk])
      const result = readProxyHeader(bytes)
      if (result.kind === 'incomplete') continue
      if (result.kind !== 'header') return fail()
      const rest = bytes.subarray(result.length)
      socket.removeListener('readable', read)
      if (rest.length > 0) socket.unshift(rest)
      return resolve(result)
    }
  }
  socket.on('readable', read)
  for (const end of ['end', 'close']) socket.once(end, fail)
  const cancel = clock.after(time, fail)
  try {
    return await promise
  } finally {
    cancel()
    socket.removeListener('readable', read)
    for (const end of ['end', 'close']) socket.removeListener(end, fail)
  }
}

function take(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null
}
