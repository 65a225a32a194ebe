import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { TLSSocket, type SecureContextOptions } from 'node:tls'

/** A server that asks for a login over STARTTLS. */
export interface LoginPeer {
  readonly port: number
  /** Commands over TLS, in upper case and without arguments. */
  readonly commands: readonly string[]
}

/** The moment's behavior of a server. `lost` closes the connection at the command AUTH. */
export type Login = 'accepted' | 'lost' | 'not offered' | 'refused'

/** Starts a server on loopback that offers a login before TLS in any case; it ends with its test. */
export async function startLoginPeer(
  context: TestContext,
  { tls, login }: { readonly tls: SecureContextOptions; readonly login: () => Login },
): Promise<LoginPeer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 peer.example ESMTP\r\n')
    const plain = (bytes: Buffer): void => {
      if (!bytes.toString().startsWith('STARTTLS')) {
        socket.write('250-peer.example\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n')
        return
      }
      socket.off('data', plain)
      socket.write('220 go\r\n')
      serve(new TLSSocket(socket, { isServer: true, ...tls }), { login, commands })
    }
    socket.on('data', plain)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, commands }
}

interface Serving {
  readonly login: () => Login
  readonly commands: string[]
}

function serve(socket: TLSSocket, { login, commands }: Serving): void {
  let isContent = false
  let content = ''
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1')
    if (isContent) {
      content += text
      isContent = !content.endsWith('\r\n.\r\n')
      if (!isContent) socket.write('250 2.0.0 Stored\r\n')
      return
    }
    for (const line of text.split('\r\n').filter((each) => each !== '')) {
      const command = /^[A-Za-z]*/.exec(line)?.[0]?.toUpperCase() ?? ''
      commands.push(command)
      isContent = command === 'DATA'
      const reply = replyTo(command, login())
      if (reply === undefined) socket.destroy()
      else socket.write(`${reply}\r\n`)
    }
  })
}

function replyTo(command: string, login: Login): string | undefined {
  if (command === 'EHLO') {
    return `250-peer.example\r\n250${login === 'not offered' ? '' : '-AUTH PLAIN LOGIN\r\n250'} SIZE`
  }
  if (command === 'DATA') return '354 go'
  if (command !== 'AUTH') return '250 2.0.0 OK'
  if (login === 'lost') return undefined
  return login === 'refused' ? '535 5.7.8 Credentials invalid' : '235 2.7.0 OK'
}
