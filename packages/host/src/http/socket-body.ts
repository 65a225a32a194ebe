/**
 * The body of a request that came through a socket: read once, and given to every reader until it is dropped.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '@host/plugin'

/** Pieces from this size on are kept as they came. */
const largePiece = 16 * 1024

const empty: Buffer = Buffer.alloc(0)

/** Counts the bytes that a body takes in memory. */
export interface BodyCharge {
  /** @returns why there is no space for them */
  add(bytes: number): Problem | undefined
  /** Every byte that was added is free again. */
  release(): void
}

/** Node's side of a request that has a body. */
interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

export class SocketBody {
  readonly #exchange: Exchange
  readonly #openCharge: () => BodyCharge
  #charge: BodyCharge | undefined
  #bytes: Promise<Buffer> | undefined

  /** @param openCharge called when the reading begins */
  constructor(exchange: Exchange, openCharge: () => BodyCharge) {
    this.#exchange = exchange
    this.#openCharge = openCharge
  }

  /** Whether another reader has taken the bytes from the socket. */
  get isTaken(): boolean {
    const { message } = this.#exchange
    return this.#bytes === undefined && (message.readableDidRead || message.listenerCount('data') > 0)
  }

  /**
   * The bytes, counted until they are dropped or the answer was sent.
   * @throws Problem `body_too_large`, `bad_request` when the client leaves in its middle, and those of the charge
   * @throws TypeError when another reader has taken them
   */
  read(limit: number): Promise<Buffer> {
    return (this.#bytes ??= this.#read(limit))
  }

  /** Forgets the bytes: nothing reads them again. */
  drop(): void {
    this.#bytes = undefined
    Reflect.deleteProperty(this.#exchange.message, 'rawBody')
    this.#charge?.release()
  }

  async #read(limit: number): Promise<Buffer> {
    const { message, response } = this.#exchange
    if (!hasBody(message)) return empty
    if (this.isTaken) throw alreadyRead()
    response.once('close', () => this.drop())
    const charge = this.#openCharge()
    this.#charge = charge
    try {
      const body = await readMessage(message, (size, total) =>
        total > limit ? new Problem('body_too_large') : charge.add(size),
      )
      // What the adapter's request reads from instead of the message, when it is there.
      Object.defineProperty(message, 'rawBody', { value: body, configurable: true })
      return body
    } catch (error) {
      charge.release()
      throw error
    } finally {
      if (response.destroyed) this.drop()
    }
  }
}

/** A body that was read where it can't be read again. */
export function alreadyRead(): TypeError {
  return new TypeError('The body of the request was read before: wrap the handler itself, outside of what reads it.')
}

/** A body whose end never came. */
export function incomplete(cause: unknown): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The body of the request could not be read to its end.', zh: '请求正文未能完整读取。' },
    cause,
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** @param refuse why no more is read, asked with each piece */
function readMessage(
  message: IncomingMessage,
  refuse: (size: number, total: number) => Problem | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let total = 0
    const take = (chunk: Buffer): void => {
      total += chunk.length
      const refused = refuse(chunk.length, total)
      if (refused === undefined) keepPiece(chunks, chunk)
      else end(() => reject(refused))
    }
    const complete = (): void =>
      end(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const breakOff = (): void => end(() => reject(incomplete(message.errored)))
    const end = (settle: () => void): void => {
      message.off('data', take).off('end', complete).off('error', breakOff).off('close', breakOff)
      if (!message.readableEnded) message.pause()
      settle()
    }
    message.on('data', take).once('end', complete).once('error', breakOff).once('close', breakOff)
    if (message.destroyed) breakOff()
  })
}

/**
 * Puts a piece behind those before it and joins the small ones: a body sent byte by byte, each a chunk of its own, would
 * make of one megabyte more than two hundred of small objects.
 */
function keepPiece(pieces: Buffer[], piece: Buffer): void {
  let last = piece
  for (let before = pieces.at(-1); before !== undefined && before.length <= last.length; before = pieces.at(-1)) {
    if (last.length >= largePiece) break
    last = Buffer.concat([before, last])
    pieces.pop()
  }
  pieces.push(last)
}
