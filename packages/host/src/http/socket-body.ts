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
  /** @returns the reason for a lack of space */
  add(bytes: number): Problem | undefined
  /** Every byte that was added is free again. */
  release(): void
}

/** Node's side of a request that has a body. */
interface Exchange {
  /** The adapter's request reads from `rawBody` instead of the message, while it is a buffer. */
  readonly message: IncomingMessage & { rawBody?: Buffer | undefined }
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
    return (this.#bytes ??= this.#begin(limit))
  }

  /** Forgets the bytes: nothing reads them again. */
  drop(): void {
    this.#bytes = undefined
    // Deleting the property would make every later look into the message slow.
    this.#exchange.message.rawBody = undefined
    this.#charge?.release()
  }

  #begin(limit: number): Promise<Buffer> {
    const { message, response } = this.#exchange
    if (!hasBody(message)) return Promise.resolve(empty)
    if (this.isTaken) return Promise.reject(alreadyRead())
    const charge = this.#openCharge()
    this.#charge = charge
    response.on('close', () => this.drop())
    return new Promise((resolve, reject) => {
      readMessage(message, {
        refuse: (size, total) => (total > limit ? new Problem('body_too_large') : charge.add(size)),
        complete: (body) => {
          message.rawBody = body
          if (response.destroyed) this.drop()
          resolve(body)
        },
        fail: (error) => {
          charge.release()
          reject(error)
        },
      })
    })
  }
}

/** A body that was read where it can't be read again. */
export function alreadyRead(): TypeError {
  return new TypeError('The request body was already read: wrap the handler before the code that reads the body.')
}

/** A body whose end never came. */
export function incomplete(cause: unknown): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The request body could not be read completely.', zh: '请求正文未能完整读取。' },
    cause,
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

interface MessageReader {
  /** Why no more is read, asked with each piece. */
  readonly refuse: (size: number, total: number) => Problem | undefined
  readonly complete: (body: Buffer) => void
  readonly fail: (error: Error) => void
}

function readMessage(message: IncomingMessage, { refuse, complete, fail }: MessageReader): void {
  const chunks: Buffer[] = []
  let total = 0
  const take = (chunk: Buffer): void => {
    total += chunk.length
    const refused = refuse(chunk.length, total)
    if (refused === undefined) return keepPiece(chunks, chunk)
    end()
    fail(refused)
  }
  const finish = (): void => {
    end()
    complete(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  }
  const breakOff = (): void => {
    end()
    fail(incomplete(message.errored))
  }
  const end = (): void => {
    message.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff)
    if (!message.readableEnded) message.pause()
  }
  message.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff)
  if (message.destroyed) breakOff()
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
