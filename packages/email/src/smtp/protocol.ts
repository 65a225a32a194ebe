import { CommandLines, type CommandLine } from './command-lines.ts'
import { Dialogue, type DialogueOptions } from './dialogue.ts'
import type { SmtpClient, SmtpEnvelope } from './envelope.ts'
import { Input } from './input.ts'
import { parseCommand, type Command } from './parse-command.ts'
import { replies } from './replies.ts'
import { encodeLines, encodeReply, type SmtpReply } from './reply.ts'
import { isIdleCommand, runCommand } from './run-command.ts'
import type { Question, Receiver, Step } from './step.ts'
import { envelopeOf } from './transaction.ts'

/** A decision about a peer, a sender or a recipient. */
export type SmtpVerdict = 'accepted' | SmtpReply

/** The next thing to do for a connection. */
export type SmtpAction =
  | { readonly kind: 'read' }
  | { readonly kind: 'start tls' }
  | { readonly kind: 'close' }
  | { readonly kind: 'send'; readonly text: string }
  | SmtpQuestion

/** An action that needs an answer. */
export type SmtpQuestion =
  | { readonly kind: 'sender'; readonly envelope: SmtpEnvelope }
  | { readonly kind: 'recipient'; readonly address: string; readonly envelope: SmtpEnvelope }
  | { readonly kind: 'message'; readonly envelope: SmtpEnvelope; readonly pieces: Uint8Array[] }

/**
 * The server's side of one SMTP connection, without socket and time: bytes in, actions out. The actions depend on the bytes
 * and the answers, never on how the bytes were split; only bytes after STARTTLS are dropped as far as they were given.
 */
export class SmtpProtocol {
  readonly #dialogue: Dialogue
  readonly #input = new Input()
  #lines = new CommandLines()
  #receiver: Receiver | undefined
  #question: Question | undefined
  readonly #actions: SmtpAction[] = []
  #isOver = false
  #round = 0
  #badCommands = 0
  #idleCommands = 0
  #refusedRecipients = 0

  constructor(options: DialogueOptions) {
    this.#dialogue = new Dialogue(options)
  }

  get client(): SmtpClient | undefined {
    return this.#dialogue.client
  }

  /** Whether the content of a message is arriving, or waits for its answer. */
  get isReceiving(): boolean {
    return (
      this.#receiver !== undefined ||
      this.#dialogue.transaction?.chunks !== undefined ||
      this.#question?.kind === 'message'
    )
  }

  /** Changes with each command, and stays while the content of one message arrives. */
  get round(): number {
    return this.#round
  }

  /** Only after the action `read`. */
  give(bytes: Uint8Array): void {
    this.#input.give(bytes)
  }

  next(): SmtpAction {
    for (;;) {
      const action = this.#actions.shift()
      if (action !== undefined) return action
      if (this.#isOver) return { kind: 'close' }
      if (this.#question !== undefined) throw new Error('The question before has no answer.')
      const step = this.#receiver === undefined ? this.#readCommand() : this.#receiver.read(this.#input)
      if (step === undefined) return { kind: 'read' }
      this.#take(step)
    }
  }

  /** Answers the last question. A refusal with code 421 ends the connection. */
  answer(verdict: SmtpVerdict): void {
    const question = this.#question
    if (question === undefined) throw new Error('A verdict was given without a question.')
    this.#question = undefined
    const reply = verdict === 'accepted' ? acceptedReply(question) : verdict
    const isAccepted = reply.code < 300
    if (question.kind === 'sender' && isAccepted) this.#dialogue.transaction = question.transaction
    if (question.kind === 'recipient') this.#countRecipient(question.address, isAccepted)
    if (question.kind === 'message') question.release()
    if (question.kind === 'message' && isAccepted) this.#idleCommands = 0
    this.#round += 1
    this.#reply(reply)
    if (reply.code === 421) this.#isOver = true
    else if (this.#refusedRecipients > this.#dialogue.limits.refusedRecipients) this.#close(replies.tooManyRefused)
  }

  /** After the action `start tls`, when the handshake is done. */
  startOver(): void {
    this.#dialogue.startOver()
    this.#lines = new CommandLines()
  }

  /** Frees the memory of a message that doesn't end. */
  release(): void {
    this.#isOver = true
    this.#receiver?.release()
    this.#dialogue.reset()
    if (this.#question?.kind === 'message') this.#question.release()
    this.#question = undefined
  }

  #readCommand(): Step | undefined {
    const line = this.#lines.read(this.#input)
    if (line === undefined) return undefined
    const command = line.kind === 'line' ? parseCommand(line.bytes) : lineRefusal(line)
    if (command === undefined) return { kind: 'reply', reply: replies.badText }
    if (command === 'too long') return { kind: 'reply', reply: replies.lineTooLong }
    return 'kind' in command ? command : this.#run(command)
  }

  #run(command: Command): Step {
    if (isIdleCommand(command)) this.#idleCommands += 1
    if (this.#idleCommands > this.#dialogue.limits.idleCommands) return { kind: 'end', reply: replies.tooManyIdle }
    return runCommand(this.#dialogue, command)
  }

  #take(step: Step): void {
    const wasReceiving = this.isReceiving
    this.#receiver = step.kind === 'receive' ? step.receiver : undefined
    this.#apply(step)
    if (!wasReceiving || !this.isReceiving) this.#round += 1
  }

  #apply(step: Step): void {
    switch (step.kind) {
      case 'reply':
        return this.#answerCommand(step.reply)
      case 'end':
        return this.#close(step.reply)
      case 'lines':
        this.#actions.push({ kind: 'send', text: encodeLines(step.code, step.lines) })
        return
      case 'ask':
        this.#question = step.question
        this.#actions.push(actionOf(step.question))
        return
      case 'receive':
        if (step.reply !== undefined) this.#reply(step.reply)
        return
      case 'start tls':
        this.#input.clear()
        this.#actions.push({ kind: 'start tls' })
    }
  }

  #answerCommand(reply: SmtpReply): void {
    this.#reply(reply)
    if (reply.code < 500) return
    this.#badCommands += 1
    if (this.#badCommands > this.#dialogue.limits.badCommands) this.#close(replies.tooManyErrors)
  }

  #countRecipient(address: string, isAccepted: boolean): void {
    if (isAccepted) this.#dialogue.transaction?.recipients.push(address)
    else this.#refusedRecipients += 1
  }

  #reply(reply: SmtpReply): void {
    this.#actions.push({ kind: 'send', text: encodeReply(reply) })
  }

  #close(reply: SmtpReply): void {
    this.#reply(reply)
    this.#isOver = true
  }
}

function lineRefusal({ kind }: Exclude<CommandLine, { kind: 'line' }>): Step {
  if (kind === 'too long') return { kind: 'reply', reply: replies.lineTooLong }
  return { kind: 'end', reply: kind === 'broken' ? replies.brokenCommand : replies.lineTooLong }
}

function acceptedReply({ kind }: Question): SmtpReply {
  if (kind === 'sender') return replies.senderOk
  return kind === 'recipient' ? replies.recipientOk : replies.ok
}

function actionOf(question: Question): SmtpQuestion {
  if (question.kind === 'sender') return { kind: 'sender', envelope: envelopeOf(question.transaction) }
  const { kind, envelope } = question
  if (kind === 'recipient') return { kind, envelope, address: question.address }
  return { kind, envelope, pieces: question.pieces }
}
