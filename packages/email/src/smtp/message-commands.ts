import { ChunkReceiver, ChunkSkipper, type Chunk } from './chunk-receiver.ts'
import { toleranceFactor } from './content-refusal.ts'
import { DataReceiver } from './data-receiver.ts'
import type { Dialogue } from './dialogue.ts'
import { readMailParameters } from './mail-parameters.ts'
import { hasUtf8 } from './mailbox.ts'
import { parsePath, type PathProblem } from './parse-path.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'
import type { Step } from './step.ts'
import { envelopeOf, type Transaction } from './transaction.ts'

/** Clients name a message's recipients together, also those over the limit; more than so many times the limit is abuse. */
const endlessFactor = 10

const refuse = (reply: SmtpReply): Step => ({ kind: 'reply', reply })

export function runMail(dialogue: Dialogue, argument: string): Step {
  if (dialogue.client === undefined) return refuse(replies.helloFirst)
  if (dialogue.transaction !== undefined) return refuse(replies.mailTwice)
  const path = parsePath(argument, 'FROM')
  if (typeof path === 'string') return refuse(pathRefusal(path, replies.badSender))
  const { address: sender, parameters: given } = path
  if (given.size > 0 && !dialogue.client.isExtended) return refuse(replies.badParameter)
  const parameters = readMailParameters(given)
  if ('code' in parameters) return refuse(parameters)
  if (hasUtf8(sender) && !parameters.usesUtf8) return refuse(replies.needsUtf8)
  const bytes = parameters.declaredBytes ?? 0
  if (bytes > dialogue.limits.messageBytes) return refuse(replies.tooLarge)
  if (!dialogue.memory.hasRoom(bytes)) return refuse(replies.noMemory)
  const transaction: Transaction = { mail: { sender, ...parameters }, recipients: [], named: 0, chunks: undefined }
  return { kind: 'ask', question: { kind: 'sender', transaction } }
}

export function runRcpt({ transaction, limits }: Dialogue, argument: string): Step {
  if (transaction === undefined) return refuse(replies.mailFirst)
  if (transaction.chunks !== undefined) return refuse(replies.mixed)
  const path = parsePath(argument, 'TO')
  if (typeof path === 'string') return refuse(pathRefusal(path, replies.badRecipient))
  if (path.parameters.size > 0) return refuse(replies.badParameter)
  const { mail, recipients } = transaction
  if (hasUtf8(path.address) && !mail.usesUtf8) return refuse(replies.needsUtf8)
  transaction.named += 1
  if (transaction.named > limits.recipients * endlessFactor) return { kind: 'end', reply: replies.tooManyErrors }
  const isSecondOfBounce = mail.sender === '' && recipients.length > 0
  if (transaction.named > limits.recipients || isSecondOfBounce) return refuse(replies.tooManyRecipients)
  const envelope = envelopeOf(transaction)
  return { kind: 'ask', question: { kind: 'recipient', address: path.address, envelope } }
}

export function runData(dialogue: Dialogue): Step {
  const refusal = contentSequence(dialogue)
  if (refusal !== undefined) return refuse(refusal)
  const { transaction } = dialogue
  if (transaction === undefined) return refuse(replies.mailFirst)
  if (transaction.chunks !== undefined) {
    dialogue.reset()
    return refuse(replies.mixed)
  }
  if (!dialogue.memory.hasRoom(transaction.mail.declaredBytes ?? 1)) {
    dialogue.reset()
    return refuse(replies.noMemory)
  }
  return { kind: 'receive', receiver: new DataReceiver(dialogue, transaction), reply: replies.startData }
}

/** A chunk's bytes follow its command at once, and are read as content even when the command is refused. */
export function runBdat(dialogue: Dialogue, argument: string): Step {
  const found = /^(?<size>\d{1,15})(?<last> +LAST)?$/i.exec(argument)?.groups
  if (found === undefined) return { kind: 'end', reply: replies.badArgument }
  const chunk: Chunk = { size: Number(found['size']), isLast: found['last'] !== undefined }
  const { messageBytes } = dialogue.limits
  if (chunk.size > messageBytes * toleranceFactor) return { kind: 'end', reply: replies.tooLarge }
  const { transaction } = dialogue
  const refusal = contentSequence(dialogue)
  if (refusal !== undefined || transaction === undefined) {
    return { kind: 'receive', receiver: new ChunkSkipper(chunk.size, refusal ?? replies.mailFirst) }
  }
  return { kind: 'receive', receiver: new ChunkReceiver(dialogue, transaction, chunk) }
}

function contentSequence({ client, transaction }: Dialogue): SmtpReply | undefined {
  if (client === undefined) return replies.helloFirst
  if (transaction === undefined) return replies.mailFirst
  return transaction.recipients.length === 0 ? replies.recipientFirst : undefined
}

function pathRefusal(problem: PathProblem, badAddress: SmtpReply): SmtpReply {
  return problem === 'address' ? badAddress : replies.badArgument
}
