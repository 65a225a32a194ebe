/**
 * A proxy before a name server that loses messages. Queries pass over both protocols, and updates over TCP. `silence`: no
 * message passes. `lost_update`: an update that changes something doesn't reach the server. `lost_answer`: it does, and
 * its answer is lost.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type ProxyFault = 'silence' | 'lost_update' | 'lost_answer'

export interface NameServerProxy extends AsyncDisposable {
  readonly port: number
  fault: ProxyFault | undefined
  /** Runs once, before the next update that changes something is passed on. */
  beforeUpdate: (() => Promise<unknown>) | undefined
}

const address = '127.0.0.1'
const update = 5

/** Starts a proxy on a free port of loopback. */
export async function startNameServerProxy(serverPort: number): Promise<NameServerProxy> {
  const closing: (() => void)[] = []
  const tcp = createServer((client) => relay(client, serverPort, { closing, proxy }))
  tcp.listen(0, address)
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4').bind(port, address)
  await once(udp, 'listening')
  udp.on('message', (message, { port: from }) => {
    if (proxy.fault === 'silence') return
    const onward = createSocket('udp4')
    closing.push(() => onward.close())
    onward.on('message', (answer) => udp.send(answer, from, address))
    onward.send(message, serverPort, address)
  })
  const proxy: NameServerProxy = {
    port,
    fault: undefined,
    beforeUpdate: undefined,
    async [Symbol.asyncDispose]() {
      tcp.close()
      udp.close()
      for (const close of closing) close()
    },
  }
  return proxy
}

interface Relay {
  readonly closing: (() => void)[]
  readonly proxy: NameServerProxy
}

interface Passing extends Relay {
  readonly serverPort: number
}

/** Passes the one request of a connection on, once it is whole, and the answers back. */
function relay(client: Socket, serverPort: number, { closing, proxy }: Relay): void {
  closing.push(() => client.destroy())
  client.on('error', () => undefined)
  let request = Buffer.alloc(0)
  let isSent = false
  client.on('data', (bytes: Buffer) => {
    request = Buffer.concat([request, bytes])
    if (isSent || request.length < 2 || request.length < 2 + request.readUInt16BE(0)) return
    isSent = true
    void pass(client, request, { serverPort, closing, proxy })
  })
}

async function pass(client: Socket, request: Buffer, { serverPort, closing, proxy }: Passing): Promise<void> {
  const { fault, beforeUpdate } = proxy
  if (fault === 'silence') return
  const isUpdate = changesSomething(request.subarray(2))
  if (isUpdate) {
    proxy.beforeUpdate = undefined
    await beforeUpdate?.()
  }
  if (isUpdate && fault === 'lost_update') {
    client.destroy()
    return
  }
  const server = connect(serverPort, address)
  closing.push(() => server.destroy())
  server.on('error', () => undefined)
  server.on('data', (answer) => (isUpdate && fault === 'lost_answer' ? client.destroy() : client.write(answer)))
  server.on('close', () => client.end())
  client.on('close', () => server.destroy())
  server.write(request)
}

function changesSomething(message: Buffer): boolean {
  return ((message[2] ?? 0) >> 3) % 16 === update && message.readUInt16BE(8) > 0
}
