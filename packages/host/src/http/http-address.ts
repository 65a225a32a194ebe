import { parseListenAddress, type ListenAddress } from './listen-address.ts'

/** A Unix socket to listen on. */
export interface UnixAddress {
  /** Absolute. */
  readonly path: string
}

/** Where HTTP is served: on a port, or on a Unix socket. */
export type HttpAddress = ListenAddress | UnixAddress

const scheme = 'unix:'
/** Bytes of a path that every system takes; the address of the system has a few more. */
const longestPath = 103

/**
 * Reads `unix:/run/host/host.sock`, or an address and port.
 * @throws TypeError with a sentence that quotes the text and gives the expected form
 */
export function parseHttpAddress(text: string): HttpAddress {
  if (!text.startsWith(scheme)) return parseListenAddress(text)
  const path = text.slice(scheme.length)
  if (!path.startsWith('/') || path.endsWith('/') || path.includes('\0')) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a socket; use an absolute path, such as "unix:/run/host/host.sock"`,
    )
  }
  if (Buffer.byteLength(path) > longestPath) {
    throw new TypeError(`${JSON.stringify(text)} has a path of more than ${longestPath} bytes; use a shorter one`)
  }
  return { path }
}

export function isUnix(address: HttpAddress): address is UnixAddress {
  return 'path' in address
}
