import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A server that does something else than to reply at one moment of a session. */
export interface LossyPeer {
  readonly server: { readonly port: number }
  /** Messages that it has had as a whole. */
  readonly seen: { messages: number }
}

/** What it does instead of a reply. */
export type Loss = 'close' | 'hang'

/** Starts a server that loses the connection, or hangs, once it has a whole message. */
export async function startLossyPeer(context: TestContext, loss: Loss = 'close'): Promise<LossyPeer> {
  const sockets = new Set<Socket>()
  const seen = { messages: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket, () => {
      seen.messages += 1
      if (loss === 'close') socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { server: { port: (server.address() as AddressInfo).port }, seen }
}

function serve(socket: Socket, onMessage: () => void): void {
  let text = ''
  let isContent = false
  socket.write('220 lossy ESMTP\r\n')
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    for (;;) {
      const end = text.indexOf(isContent ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const line = text.slice(0, end)
      text = text.slice(end + (isContent ? 5 : 2))
      if (isContent) onMessage()
      else socket.write(line === 'DATA' ? '354 go\r\n' : '250 2.0.0 OK\r\n')
      isContent = line === 'DATA'
    }
  })
}
