/** A server that says and does exactly what a test scripts, for clients that must survive it. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The server's side of one connection. */
export interface ScriptedPeer {
  readonly socket: Socket
  send(text: string): void
  /** The next line without its end; rejects when the client has gone. */
  line(): Promise<string>
  /** Reads until the client's text ends so. */
  until(end: string): Promise<string>
}

export interface ScriptedServer extends AsyncDisposable {
  readonly port: number
  /** All that clients have sent, in one text a connection. */
  readonly received: readonly string[]
}

/** @param scripts one for each connection; the last one for all further ones */
export async function startScriptedServer(
  ...scripts: ((peer: ScriptedPeer) => Promise<void>)[]
): Promise<ScriptedServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const at = received.push('') - 1
    sockets.add(socket)
    const peer = new Peer(socket, (text) => {
      received[at] += text
    })
    const script = scripts[Math.min(at, scripts.length - 1)]
    script?.(peer).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

class Peer implements ScriptedPeer {
  readonly socket: Socket
  #text = ''
  #isClosed = false
  #wake = (): void => {}

  constructor(socket: Socket, record: (text: string) => void) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      this.#text += bytes.toString('latin1')
      record(bytes.toString('latin1'))
      this.#wake()
    })
    socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  send(text: string): void {
    this.socket.write(Buffer.from(text, 'latin1'))
  }

  async line(): Promise<string> {
    return (await this.until('\r\n')).slice(0, -2)
  }

  async until(end: string): Promise<string> {
    for (;;) {
      const at = this.#text.indexOf(end)
      if (at !== -1) {
        const taken = this.#text.slice(0, at + end.length)
        this.#text = this.#text.slice(taken.length)
        return taken
      }
      if (this.#isClosed) throw new Error('The client has gone.')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** Replies to commands by their first word; a word without a reply ends the script. */
export async function answer(peer: ScriptedPeer, replies: Readonly<Record<string, string>>): Promise<string> {
  for (;;) {
    const line = await peer.line()
    const reply = replies[line.split(' ')[0] ?? '']
    if (reply === undefined) return line
    peer.send(reply)
  }
}

/** The usual replies up to DATA. */
export const usual = { EHLO: '250 mx\r\n', MAIL: '250 2.1.0 OK\r\n', RCPT: '250 2.1.5 OK\r\n' } as const
