import type { Dialogue } from './dialogue.ts'
import { isClientName } from './mailbox.ts'
import { runBdat, runData, runMail, runRcpt } from './message-commands.ts'
import type { Command } from './parse-command.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'
import type { Step } from './step.ts'

export type CommandRunner = (dialogue: Dialogue, argument: string) => Step

const answer =
  (reply: SmtpReply): CommandRunner =>
  () => ({ kind: 'reply', reply })

/** Commands that belong to no message, so that a client may send only so many of them. */
const idleCommands: ReadonlyMap<string, CommandRunner> = new Map([
  ['EHLO', (dialogue, argument) => runHello(dialogue, { name: argument, isExtended: true })],
  ['HELO', (dialogue, argument) => runHello(dialogue, { name: argument, isExtended: false })],
  ['MAIL', runMail],
  ['NOOP', answer(replies.ok)],
  ['HELP', answer(replies.help)],
  ['RSET', withoutArgument(runReset)],
  ['STARTTLS', withoutArgument(runStartTls)],
  [
    'VRFY',
    (_dialogue, argument) => ({ kind: 'reply', reply: argument === '' ? replies.badArgument : replies.cannotVerify }),
  ],
] satisfies [string, CommandRunner][])

const otherCommands: ReadonlyMap<string, CommandRunner> = new Map([
  ['RCPT', runRcpt],
  ['DATA', withoutArgument(runData)],
  ['BDAT', runBdat],
  ['QUIT', withoutArgument(() => ({ kind: 'end', reply: replies.bye }))],
  ...['EXPN', 'AUTH', 'ETRN', 'TURN', 'SEND', 'SOML', 'SAML'].map(
    (verb) => [verb, answer(replies.notSupported)] as const,
  ),
] satisfies (readonly [string, CommandRunner])[])

/** First words of HTTP requests, which pages can be made to send to any port. */
const foreignVerbs = /^(?:GET|POST|PUT|HEAD|PATCH|DELETE|OPTIONS|CONNECT|TRACE|PRI)$/

export function runCommand(dialogue: Dialogue, { verb, argument }: Command): Step {
  const run = idleCommands.get(verb) ?? otherCommands.get(verb)
  if (run !== undefined) return run(dialogue, argument)
  if (foreignVerbs.test(verb)) return { kind: 'end', reply: replies.notSmtp }
  return { kind: 'reply', reply: replies.unknown }
}

export function isIdleCommand({ verb }: Command): boolean {
  return idleCommands.has(verb)
}

function withoutArgument(run: (dialogue: Dialogue) => Step): CommandRunner {
  return (dialogue, argument) => (argument === '' ? run(dialogue) : { kind: 'reply', reply: replies.badArgument })
}

function runHello(dialogue: Dialogue, client: NonNullable<Dialogue['client']>): Step {
  if (!isClientName(client.name)) return { kind: 'reply', reply: replies.badArgument }
  dialogue.reset()
  dialogue.client = client
  const lines = client.isExtended ? [dialogue.name, ...extensionsOf(dialogue)] : [dialogue.name]
  return { kind: 'lines', code: 250, lines }
}

function extensionsOf({ limits, offersTls, isSecure }: Dialogue): string[] {
  return [
    'PIPELINING',
    `SIZE ${limits.messageBytes}`,
    ...(offersTls && !isSecure ? ['STARTTLS'] : []),
    '8BITMIME',
    'SMTPUTF8',
    'ENHANCEDSTATUSCODES',
    'CHUNKING',
  ]
}

function runReset(dialogue: Dialogue): Step {
  dialogue.reset()
  return { kind: 'reply', reply: replies.ok }
}

function runStartTls({ offersTls, isSecure, client }: Dialogue): Step {
  if (!offersTls) return { kind: 'reply', reply: replies.notSupported }
  if (isSecure) return { kind: 'reply', reply: replies.tlsTwice }
  return client === undefined ? { kind: 'reply', reply: replies.helloFirst } : { kind: 'start tls' }
}
