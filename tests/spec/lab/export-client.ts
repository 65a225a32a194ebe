/**
 * Clients of a download: one that stops reading after the response headers, and one that reads all of it in another
 * process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Visitor } from './visitor.ts'

/** A download that was begun and is not read. */
export interface StalledDownload extends Disposable {
  /** The status and headers. */
  readonly head: string
  /** Breaks the connection off, as the end of a process does. */
  kill(): void
}

/** Begins a download and stops reading behind the head of the answer; `fetch` would read ahead. */
export async function stallDownload(visitor: Visitor, path: string): Promise<StalledDownload> {
  const { hostname, port, host } = new URL(visitor.base)
  const socket = connect({ port: Number(port), host: hostname })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = Object.entries(visitor.standing).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}\r\n`)
  return {
    head: await readHead(socket),
    kill: () => void socket.resetAndDestroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

async function readHead(socket: Socket): Promise<string> {
  let text = ''
  while (!text.includes('\r\n\r\n')) {
    socket.resume()
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    text += chunk.toString()
  }
  return text.slice(0, text.indexOf('\r\n\r\n'))
}

/** How a download ended. */
export interface WholeDownload {
  readonly status: number
  readonly bytes: number
}

const reader = `
  const [url, headers] = process.argv.slice(1)
  const response = await fetch(url, { headers: JSON.parse(headers) })
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  console.log(JSON.stringify({ status: response.status, bytes }))`

/** Downloads in a process of its own, so that reading takes no time of the host in this one. */
export async function downloadApart(visitor: Visitor, path: string): Promise<WholeDownload> {
  const args = ['--input-type=module', '-e', reader, new URL(path, visitor.base).href, JSON.stringify(visitor.standing)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = (await Array.fromAsync(child.stdout.setEncoding('utf8'))).join('')
  return JSON.parse(text) as WholeDownload
}
