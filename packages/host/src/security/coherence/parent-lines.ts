/**
 * Messages between a worker and its parent: one JSON value a line, over a dedicated pipe. A request has a number, under
 * which it is answered; `wake` is unsolicited, with the row that was written.
 */
import type { Duplex } from 'node:stream'
import type { PeerRow, Wakes } from './medium.ts'

export type PeerRequest = { readonly number: number } & (
  | { readonly kind: 'join'; readonly row: PeerRow; readonly former?: string | undefined }
  | { readonly kind: 'beat'; readonly row: PeerRow; readonly wakes: Wakes }
  | { readonly kind: 'remove'; readonly rows: readonly PeerRow[] }
)

/** An answer without rows says that the row was removed. */
export type PeerReply =
  | { readonly number: number; readonly rows?: readonly PeerRow[] }
  | { readonly wake: PeerRow | null }

/** Longest line; a longer one was not written by this code. */
const longestLine = 2 ** 20

export function writeLine(pipe: Duplex, value: PeerRequest | PeerReply): void {
  if (pipe.writable) pipe.write(`${JSON.stringify(value)}\n`)
}

/** Reads lines until the pipe ends; one that can't be read ends it. */
export function readLines<Line>(pipe: Duplex, onLine: (line: Line) => void): void {
  let rest = ''
  pipe.setEncoding('utf8')
  pipe.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    try {
      if (rest.length > longestLine) throw new RangeError('A line on the pipe is too long.')
      for (const line of lines) onLine(JSON.parse(line) as Line)
    } catch (error) {
      pipe.destroy(error as Error)
    }
  })
}
