import { once } from 'node:events'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'

/** A connection to a port of this machine for a name, whose certificate is not judged. */
export async function connectTls(port: number, name: string | undefined, options: ConnectionOptions = {}) {
  const socket = connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ...(name !== undefined && { servername: name }),
    ...options,
  })
  await once(socket, 'secureConnect')
  return socket
}

/** The error that ends a handshake; undefined for one that succeeds. */
export async function refusalOf(port: number, name: string | undefined, options: ConnectionOptions = {}) {
  try {
    ;(await connectTls(port, name, options)).destroy()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Names of the certificate that a name is answered with. */
export async function certificateOf(port: number, name: string | undefined) {
  using socket = disposable(await connectTls(port, name))
  const { subjectaltname = '', issuer, serialNumber } = socket.of.getPeerCertificate()
  return { names: subjectaltname, issuer: issuer.CN, serial: serialNumber }
}

/** The answer to a request without a body, head and body in one text. */
export async function askTls(socket: TLSSocket, path: string, host: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

function disposable(of: TLSSocket): Disposable & { readonly of: TLSSocket } {
  return { of, [Symbol.dispose]: () => void of.destroy() }
}
