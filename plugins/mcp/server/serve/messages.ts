/** Client messages, parsed and limited before any other work. */
import { Problem } from '@host/plugin'

/** How many messages one request may hold. */
export const mostMessages = 20

const opening: ReadonlySet<unknown> = new Set(['initialize', 'server/discover'])
const listening = 'subscriptions/listen'
const jsonType = /^application\/json\s*(?:;|$)/i

/** The body of a request, as the protocol's server takes it. */
export interface Messages {
  readonly body: unknown
  /** How many messages it holds. */
  readonly count: number
  /** Whether a connection is opened. */
  readonly isOpening: boolean
  /** Whether it subscribes to changes, so that its response stays open. */
  readonly isListening: boolean
}

/** @throws Problem `unsupported_media_type`, `bad_request` for invalid JSON or too many messages */
export async function readMessages(request: Request): Promise<Messages> {
  if (!jsonType.test(request.headers.get('content-type') ?? '')) throw new Problem('unsupported_media_type')
  const body = parse(await request.text())
  const all: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (all.length > mostMessages) throw tooMany()
  const methods = all.map(methodOf)
  return {
    body: Array.isArray(body) ? withoutCancellations(all) : body,
    count: all.length,
    isOpening: methods.some((method) => opening.has(method)),
    isListening: methods.includes(listening),
  }
}

/** The library drops this name silently; here it is refused wherever it occurs. */
// bounded: each character of the name has a few ways to be written, none the beginning of another.
const droppedName = new RegExp(String.raw`"${[...'__proto__'].map(inAnyWriting).join('')}"\s*:`)

function parse(text: string): unknown {
  if (droppedName.test(text)) throw new Problem('bad_request', { detail: notTaken })
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Problem('bad_request', {
      detail: { en: 'The request body is not valid JSON.', zh: '请求正文不是有效的 JSON。' },
      cause: error,
    })
  }
}

/** A character as JSON may write it. */
function inAnyWriting(character: string): string {
  const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
  return String.raw`(?:${character}|\\u${digits.replace('f', '[fF]')})`
}

const notTaken = { en: 'Properties can\'t be named "__proto__".', zh: '属性名不能为 __proto__。' }

/**
 * A request canceled within its own batch would never be answered, and the batch would wait for it. Other requests are
 * unknown here, so dropping their cancellation loses nothing.
 */
function withoutCancellations(all: readonly unknown[]): readonly unknown[] {
  const kept = all.filter((message) => methodOf(message) !== 'notifications/cancelled')
  return kept.length === 0 ? all : kept
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
}

function tooMany(): Problem {
  return new Problem('bad_request', {
    detail: {
      en: `A request can have at most ${mostMessages} messages.`,
      zh: `一个请求最多包含 ${mostMessages} 条消息。`,
    },
  })
}
