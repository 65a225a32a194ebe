/** An accepted request that waits for its answer. */
import type { IncomingMessage } from 'node:http'
import type { Log } from '@host/plugin'
import { plainAnswer } from '@host/plugin/platform'
import type { AnswerRecorder, SentAnswer } from './answer-record.ts'
import type { ConnectionNotes } from './connection-notes.ts'
import type { Connections } from './connections.ts'
import type { QuickSent } from './quick-sent.ts'
import type { HostAnswer } from './host-answer.ts'
import { errorForm, readerLanguage } from './error-reader.ts'
import { lingerOnClose } from './linger.ts'
import { pathOf } from './node-request.ts'
import { refusal, refusalResponse, type Refusal } from './refusal.ts'
import { sendAnswer, sendPlain } from './send-answer.ts'
import type { StalledConnections } from './stalled-connections.ts'
import { watchBody } from './watched-body.ts'

/** Shared options of a server's calls. */
export interface CallOptions {
  /** The answer in place of one that HTTP can't carry: a header with a line break, a body that was read before. */
  readonly replace: (request: Request, error: unknown) => Response
  /** Called when the body of an answer fails while it is sent, with its request. */
  readonly onBodyError: (request: Request, error: unknown) => void
  /** Calls the producer of an answer's body, in the execution context of the request. */
  readonly enter: <Result>(request: Request, work: () => Result) => Result
  /** The id of an accepted request; a new one for any other. */
  readonly nameRequest: (request?: Request) => string
  /** Aborted by `stop`; the signals of the host's scopes hang on it. */
  readonly stopping: AbortController
  readonly recorder: AnswerRecorder | undefined
  readonly notes: ConnectionNotes
  readonly connections: Connections
  readonly stalled: StalledConnections
  readonly log: Log
}

const withoutBody = Object.freeze({ 'content-length': '0' })
/** An unread body that is longer than this is not waited for. */
const mostUnread = 64 * 1024

const failed = refusal('internal', { en: 'The request could not be completed.', zh: '无法完成该请求。' })

export class Call {
  readonly #message: IncomingMessage
  readonly #target: HostAnswer
  readonly #options: CallOptions
  readonly #since: number
  #request: Request | undefined
  #requestId: string | undefined

  constructor(message: IncomingMessage, target: HostAnswer, options: CallOptions) {
    this.#message = message
    this.#target = target
    this.#options = options
    this.#since = options.recorder === undefined ? 0 : performance.now()
  }

  /** Passes the request to a handler and sends its answer. */
  answer(request: Request, handler: (request: Request) => Response | Promise<Response>): void {
    this.#request = request
    try {
      const response = handler(request)
      if (response instanceof Promise) {
        response.then(
          (late) => this.#deliver(request, late),
          (error: unknown) => this.#fail(error),
        )
      } else this.#deliver(request, response)
    } catch (error) {
      this.#fail(error)
    }
  }

  #deliver(request: Request, response: Response): void {
    try {
      this.#finish(request, response)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Sends an answer that was made without a handler's `Request`. */
  sendQuick({ status, lines, requestId, answerer }: QuickSent): void {
    this.#requestId = requestId
    if (isLast(this.#target) || this.#options.connections.isDraining) this.#close()
    this.#target.readyLines = lines
    this.#target.writeHead(status, withoutBody)
    this.#target.end()
    this.#watchUnsent()
    if (this.#options.recorder !== undefined) this.#record({ status, bytes: 0, isComplete: true, answerer })
  }

  /** Answers a request that no handler is to see. */
  refuse(refused: Refusal): void {
    const { status, code } = refused
    this.#options.log.debug('A request was refused before routing', { status, code, requestId: this.#id })
    this.#explain(refused)
  }

  get #id(): string {
    return (this.#requestId ??= this.#options.nameRequest(this.#request))
  }

  #explain(refused: Refusal): void {
    this.#close()
    const { 'accept-language': languages = null, accept = null, cookie: cookies = null } = this.#message.headers
    const language = readerLanguage(cookies, languages)
    const form = errorForm({ path: pathOf(this.#message), accept, cookies })
    this.#sendPlain(refusalResponse(refused, { requestId: this.#id, language, form }))
  }

  #finish(request: Request, response: Response): void {
    // Node closes a connection that has carried as many requests as it may only when the client asks once more.
    if (isGone(this.#message)) this.#target.shouldKeepAlive = false
    else if (isLong(this.#message) || isLast(this.#target) || this.#options.connections.isDraining) this.#close()
    else if (hasUnread(this.#message)) this.#options.notes.leaveUnread(this.#message)
    try {
      this.#send(request, response)
    } catch (error) {
      if (this.#target.headersSent) throw error
      this.#target.forgetHead()
      this.#send(request, this.#options.replace(request, error))
    }
  }

  /** Ends the connection with this answer; bytes that a client has sent after it are not a request. */
  #close(): void {
    this.#target.shouldKeepAlive = false
    this.#options.notes.close(this.#message.socket)
    if (hasUnread(this.#message) || this.#options.connections.isDraining) lingerOnClose(this.#message)
  }

  /** @throws TypeError for an answer that HTTP can't carry */
  #send(request: Request, response: Response): void {
    if (this.#sendPlain(response)) return
    const { onBodyError, enter, stopping } = this.#options
    const watched = watchBody(response, {
      onError: (error) => onBodyError(request, error),
      enter: (work) => enter(request, work),
      stopping: stopping.signal,
    })
    this.#recordLater(response.status)
    if (!isGone(this.#message)) this.#options.stalled.watch(this.#message.socket)
    void sendAnswer(watched, this.#target)
  }

  #sendPlain(response: Response): boolean {
    const bytes = sendPlain(response, this.#target)
    if (bytes === undefined) return false
    this.#watchUnsent()
    if (this.#options.recorder !== undefined) {
      this.#record({ status: plainAnswer(response)?.status ?? 0, bytes, isComplete: true })
    }
    return true
  }

  /**
   * Without TLS nearly every answer is sent at once. The rest waits for its client to read, or for an answer before it.
   */
  #watchUnsent(): void {
    if (isGone(this.#message)) return
    const { socket } = this.#message
    if (this.#target.socket === null || socket.writableLength > 0) this.#options.stalled.watch(socket)
  }

  /** Answers for a host that did not. */
  #fail(error: unknown): void {
    this.#options.log.error('An error escaped the host', { error, requestId: this.#id })
    if (this.#target.headersSent) this.#target.destroy()
    else this.#explain(failed)
  }

  #recordLater(status: number): void {
    if (this.#options.recorder?.wants(status) !== true) return
    const target = this.#target
    target.once('close', () => this.#record({ status, bytes: target.written, isComplete: target.writableFinished }))
  }

  #record(sent: Pick<SentAnswer, 'status' | 'bytes' | 'isComplete' | 'answerer'>): void {
    const { recorder } = this.#options
    if (recorder?.wants(sent.status) !== true) return
    recorder.record({
      ...sent,
      requestId: this.#id,
      milliseconds: performance.now() - this.#since,
      message: this.#message,
      request: this.#request,
    })
  }
}

/** Whether its connection has ended: the client left, or the handler canceled the body, and Node has let the socket go. */
function isGone({ socket }: IncomingMessage): boolean {
  return (socket as IncomingMessage['socket'] | null) === null
}

/** Whether a long body is still coming: its connection is not kept only to read it to nowhere. */
function isLong(message: IncomingMessage): boolean {
  return hasUnread(message) && !(Number(message.headers['content-length']) <= mostUnread)
}

function hasUnread({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined)
}

function isLast(target: HostAnswer): boolean {
  return (target as { readonly maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached === true
}
