import { connect, type Socket } from 'node:net'
import { quantile } from '../harness/median.ts'
import { AnswerReader, type Answer } from './answer-reader.ts'
import { uniqueNumber, type LoadJob, type LoadResult } from './load-job.ts'

/** Sends requests over kept connections, one at a time on each, until the time is over. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map(requestMaker)
  const between = job.between?.requests.map(requestMaker) ?? []
  const { every = Infinity, status = 0 } = job.between ?? {}
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  const latencies: number[] = []
  const start = performance.now()
  const until = start + job.milliseconds
  const lanes = sockets.map((socket, lane) => {
    let [turn, sent] = [lane, lane]
    const next = (): Turn => {
      turn += job.connections
      sent += 1
      if (sent % every === 0) return { request: takeTurn(between, turn / every), status }
      return { request: takeTurn(requests, turn) }
    }
    const interval = job.perSecond === undefined ? 0 : (job.connections * 1000) / job.perSecond
    const first = start + (interval * lane) / job.connections
    return converse(socket, { next, until, latencies, expected: job.expected, pace: { interval, first } })
  })
  const stayAwake = job.perSecond === undefined && job.sleeps !== true ? new StayingAwake() : undefined
  try {
    await Promise.all(lanes)
    const seconds = (performance.now() - start) / 1000
    return { answers: latencies.length, seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
  } finally {
    stayAwake?.end()
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Keeps this process from sleeping between two answers. The process whose bytes wake another one pays for it: a server
 * slower than this process would pay with nearly every answer, and a faster one with none.
 */
class StayingAwake {
  #isOver = false

  constructor() {
    this.#turn()
  }

  end(): void {
    this.#isOver = true
  }

  #turn(): void {
    if (!this.#isOver) setImmediate(() => this.#turn())
  }
}

function takeTurn(requests: readonly (() => Buffer)[], turn: number): Buffer {
  return (requests[Math.floor(turn) % requests.length] as () => Buffer)()
}

/** Makes the bytes of a request, with a number of its own where the text asks for one. */
function requestMaker(text: string): () => Buffer {
  const request = Buffer.from(text, 'latin1')
  const place = request.indexOf(uniqueNumber)
  if (place === -1) return () => request
  // Counted from the moment in microseconds, so that no later job repeats a number of this one.
  let number = Date.now() * 1000
  return () => {
    const numbered = Buffer.from(request)
    numbered.write(String(number++).padStart(uniqueNumber.length, '0'), place, 'latin1')
    return numbered
  }
}

/** A request, with the status of its answer if it is one between the others. */
interface Turn {
  readonly request: Buffer
  readonly status?: number
}

interface Lane {
  next(): Turn
  readonly until: number
  readonly latencies: number[]
  readonly expected: Answer
  /** Milliseconds between two requests, 0 to send each after the answer before; and when the first one is due. */
  readonly pace: { readonly interval: number; readonly first: number }
}

function converse(socket: Socket, { next, until, latencies, expected, pace }: Lane): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const reader = new AnswerReader()
  let [sentAt, due] = [0, pace.first]
  let status: number | undefined
  const send = (): void => {
    const turn = next()
    status = turn.status
    const now = performance.now()
    // One that waited for the answer before it has waited since it was due.
    sentAt = pace.interval === 0 ? now : Math.min(due, now)
    due += pace.interval
    socket.write(turn.request)
  }
  const sendWhenDue = (): void => {
    const wait = pace.interval === 0 ? 0 : due - performance.now()
    if (wait <= 0) send()
    else setTimeout(send, wait)
  }
  const take = (chunk: Buffer): void => {
    const answer = reader.push(chunk)
    if (answer === undefined) return
    assertExpected(answer, status === undefined ? expected : { ...answer, status })
    const now = performance.now()
    if (status === undefined) latencies.push(now - sentAt)
    if (now < until) sendWhenDue()
    else resolve()
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      take(chunk)
    } catch (error) {
      reject(error)
    }
  })
  socket.once('error', reject)
  socket.once('close', () => reject(new Error('The server closed a connection that was in use.')))
  sendWhenDue()
  return promise
}

function assertExpected(answer: Answer, expected: Answer): void {
  if (answer.status === expected.status && answer.bodyBytes === expected.bodyBytes) return
  const got = `${answer.status} with ${answer.bodyBytes} bytes`
  throw new Error(`The server answered ${got} instead of ${expected.status} with ${expected.bodyBytes} bytes.`)
}

function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.once('error', reject)
  socket.once('connect', () => {
    socket.off('error', reject)
    resolve(socket)
  })
  return promise
}
