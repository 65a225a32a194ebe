/**
 * Node's response with the headers that every answer has, and a count of bytes written in pieces.
 *
 * The standing headers are put before the answer's own, after the status line. Node's own way checks each of them with
 * every request, which costs 10 % of a small request. `_storeHeader` is where Node assembles a head; it is not
 * documented, so a test checks on a socket that the headers arrive.
 */
import { ServerResponse } from 'node:http'
import type { AnswerHead, StandingHeaders } from './standing-headers.ts'

/** The parts of Node's answer that put the head together. */
interface HeadMaker {
  _contentLength: number | null
  _storeHeader(firstLine: string, head: AnswerHead): void
}

type NodeAnswer = new (...args: ConstructorParameters<typeof ServerResponse>) => ServerResponse & HeadMaker

/** An answer of this host on its way into a socket. */
export interface HostAnswer extends ServerResponse {
  /** Bytes of the body that were written so far, other than those that `end` was given. */
  readonly written: number
  /** The lines of all headers where they were checked and put together already, so that Node need not do it. */
  readyLines: string | undefined
  /** Forgets a head that was refused in its middle, so that nothing of it is in the head of the answer in its place. */
  forgetHead(): void
}

/** The class of a server's answers. */
export function hostAnswer(standing: StandingHeaders): typeof ServerResponse {
  const Base = ServerResponse as unknown as NodeAnswer
  class Answer extends Base {
    written = 0
    readyLines: string | undefined

    override _storeHeader(firstLine: string, head: AnswerHead): void {
      super._storeHeader(firstLine + (this.readyLines ?? standing.linesBeside(head)), head)
    }

    forgetHead(): void {
      this.statusMessage = ''
      this.readyLines = undefined
      this.chunkedEncoding = false
      this._contentLength = null
    }

    override write(chunk: string | Uint8Array, ...rest: never[]): boolean {
      this.written += chunk.length
      return super.write(chunk, ...rest)
    }
  }
  return Answer as unknown as typeof ServerResponse
}
