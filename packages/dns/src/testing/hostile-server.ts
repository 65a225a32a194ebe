import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** What a server does with each query; nothing where it is left out. */
export interface ServerScript {
  readonly udp?: (query: Buffer, send: (packet: Uint8Array) => void, from: RemoteInfo) => void
  readonly tcp?: (query: Buffer, socket: Socket) => void
}

export interface ScriptedServer {
  readonly address: string
  readonly port: number
  /** Queries that came over UDP and over TCP. */
  readonly seen: { udp: number; tcp: number }
}

/** A server that answers by a script, over both protocols on one port. */
export async function startScriptedServer(
  t: TestContext,
  script: ServerScript,
  place: { readonly address?: string; readonly port?: number } = {},
): Promise<ScriptedServer> {
  const { address = '127.0.0.1', port: wanted = 0 } = place
  const seen = { udp: 0, tcp: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      seen.tcp += 1
      script.tcp?.(Buffer.from(data).subarray(2), socket)
    })
  }).listen(wanted, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const udp = createSocket('udp4').bind(port, address)
  await once(udp, 'listening')
  udp.on('message', (query, from) => {
    seen.udp += 1
    script.udp?.(query, (packet) => udp.send(packet, from.port, from.address), from)
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    udp.close()
  })
  return { address, port, seen }
}

/** A message with its length before it. */
export function frame(message: Uint8Array): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
