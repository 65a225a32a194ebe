import { hasUtf8 } from '../smtp/mailbox.ts'
import type { DeliveryOptions } from './delivery.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Session } from './open-session.ts'
import { localOutcome, outcomeOfReply, unknownOutcome, type Outcome } from './outcome.ts'
import { addressForServer, has8Bit, type OutgoingMessage } from './outgoing-message.ts'
import type { PeerReply } from './reply-reader.ts'
import { stuffedPieces } from './stuffed-pieces.ts'
import type { DeliveryTimeouts } from './timeouts.ts'

/** Outcomes by recipient. */
export type Outcomes = Map<string, Outcome>

type Outgoing = OutgoingMessage & { readonly is8Bit: boolean }

const pipelinedCommands = 100
const stopped = localOutcome('aborted', '4.3.2', 'The delivery was stopped before the end of the message')
const end = Buffer.from('.\r\n')

export interface SendOptions {
  readonly message: OutgoingMessage
  readonly timeouts: DeliveryTimeouts
  readonly beforeEnd?: DeliveryOptions['beforeEnd']
}

/** Sends one message over a session. Every recipient gets an outcome, and nothing is thrown once the server knows the sender. */
export async function sendMessage(
  exchange: Exchange,
  { extensions }: Session,
  { message: given, timeouts, beforeEnd }: SendOptions,
): Promise<Outcomes> {
  const message = { ...given, is8Bit: has8Bit(given.bytes) }
  const outcomes = localRefusals(message, extensions)
  const open = message.recipients.filter((address) => !outcomes.has(address))
  if (open.length === 0) return outcomes
  const run = new Transaction(exchange, timeouts, outcomes)
  try {
    await run.sendEnvelope(mailCommand(message, extensions), open, extensions.has('PIPELINING'))
    await run.sendContent(stuffedPieces(message.bytes), beforeEnd)
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    run.settle(error.outcome)
  }
  return outcomes
}

class Transaction {
  readonly #exchange: Exchange
  readonly #timeouts: DeliveryTimeouts
  readonly #outcomes: Outcomes
  /** Recipients without an outcome. */
  #open: readonly string[] = []

  constructor(exchange: Exchange, timeouts: DeliveryTimeouts, outcomes: Outcomes) {
    this.#exchange = exchange
    this.#timeouts = timeouts
    this.#outcomes = outcomes
  }

  settle(outcome: Outcome): void {
    for (const address of this.#open) this.#outcomes.set(address, outcome)
    this.#open = []
  }

  /** Sends commands in groups of a size that no buffer between us and the server is too small for. */
  async sendEnvelope(mail: string, recipients: readonly string[], isPipelined: boolean): Promise<void> {
    this.#open = recipients
    const commands = [mail, ...recipients.map((address) => `RCPT TO:<${addressForServer(address)}>`)]
    const size = isPipelined ? pipelinedCommands : 1
    for (let at = 0; at < commands.length; at += size) {
      const group = commands.slice(at, at + size)
      await this.#exchange.send(group, this.#timeouts.command)
      const replies: PeerReply[] = []
      for (const _command of group) replies.push(requireNoData(await this.#exchange.reply(this.#timeouts.command)))
      const sender = at === 0 ? replies.shift() : undefined
      if (sender !== undefined && sender.code >= 400) return this.settle(outcomeOfReply(sender))
      const first = at === 0 ? 0 : at - 1
      for (const [index, reply] of replies.entries()) this.#takeRecipient(recipients[first + index] ?? '', reply)
    }
  }

  async sendContent(pieces: Iterable<Uint8Array>, beforeEnd: DeliveryOptions['beforeEnd']): Promise<void> {
    if (this.#open.length === 0) return
    const start = await this.#exchange.command('DATA', this.#timeouts.command)
    if (start.code >= 400) return this.settle(outcomeOfReply(start))
    if (start.code !== 354) throw unexpected()
    let sent = 0
    for (const piece of pieces) {
      sent += piece.length
      const isSilent = await this.#exchange.sendContent(piece, this.#timeouts.content)
      if (!isSilent) return this.#takeEarlyReply()
    }
    if (beforeEnd !== undefined && !(await beforeEnd(this.#open))) return this.settle(stopped)
    if (!(await this.#exchange.sendContent(new Uint8Array(0), this.#timeouts.content))) return this.#takeEarlyReply()
    await this.#end(sent)
  }

  /** From the first byte of the end on, the server may have the whole message. */
  async #end(bytes: number): Promise<void> {
    try {
      this.#exchange.note(`${bytes} bytes, and the end of the message`)
      await this.#exchange.sendContent(end, this.#timeouts.content).catch(() => true)
      const reply = await this.#exchange.reply(this.#timeouts.final)
      this.settle(reply.code === 354 || reply.code === 334 ? unknownOutcome('malformed reply') : outcomeOfReply(reply))
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error
      this.settle(unknownOutcome(error.outcome.reason))
    }
  }

  /** The end was not sent, so the message is not delivered whatever the reply says. */
  async #takeEarlyReply(): Promise<void> {
    const reply = await this.#exchange.reply(this.#timeouts.command)
    if (reply.code < 400) throw unexpected()
    this.settle(outcomeOfReply(reply))
  }

  #takeRecipient(address: string, reply: PeerReply): void {
    if (reply.code < 300) return
    this.#outcomes.set(address, outcomeOfReply(reply))
    this.#open = this.#open.filter((other) => other !== address)
  }
}

function mailCommand(message: Outgoing, extensions: ReadonlyMap<string, string>): string {
  const parameters = [
    ...(extensions.has('SIZE') ? [`SIZE=${message.bytes.length}`] : []),
    ...(extensions.has('8BITMIME') && message.is8Bit ? ['BODY=8BITMIME'] : []),
    ...(extensions.has('SMTPUTF8') && needsUtf8(message) ? ['SMTPUTF8'] : []),
  ]
  return [`MAIL FROM:<${addressForServer(message.sender)}>`, ...parameters].join(' ')
}

function needsUtf8({ sender, recipients, hasUtf8Headers = false }: OutgoingMessage): boolean {
  return hasUtf8Headers || [sender, ...recipients].some((address) => hasUtf8(addressForServer(address)))
}

/** Recipients that this server can't be asked for, because it lacks an extension or has a lower limit. */
function localRefusals(message: Outgoing, extensions: ReadonlyMap<string, string>): Outcomes {
  const everyone = (enhanced: string, text: string): Outcomes => {
    const outcome = localOutcome('not supported', enhanced, text)
    return new Map(message.recipients.map((address) => [address, outcome]))
  }
  const limit = Number(extensions.get('SIZE') ?? 0)
  if (limit > 0 && message.bytes.length > limit) return everyone('5.3.4', `The server accepts at most ${limit} bytes`)
  if (message.is8Bit && !extensions.has('8BITMIME')) return everyone('5.6.3', 'The server does not accept 8-bit text')
  if (extensions.has('SMTPUTF8')) return new Map()
  const text = 'The server does not accept addresses and headers that are not ASCII'
  if (message.hasUtf8Headers === true || hasUtf8(addressForServer(message.sender))) return everyone('5.6.7', text)
  const refused = message.recipients.filter((address) => hasUtf8(addressForServer(address)))
  return new Map(refused.map((address) => [address, localOutcome('not supported', '5.6.7', text)]))
}

function requireNoData(reply: PeerReply): PeerReply {
  if (reply.code >= 300 && reply.code < 400) throw unexpected()
  return reply
}

function unexpected(): ExchangeError {
  return new ExchangeError(
    localOutcome('malformed reply', '4.5.0', 'The server sent a reply that is not expected here'),
  )
}
