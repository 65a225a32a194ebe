import type { MessageHeaders } from './message-headers.ts'

/** The facts by which a message finds its conversation. */
export interface ThreadKeys {
  /** IDs of earlier messages of the conversation, the nearest first. */
  readonly ancestors: readonly string[]
  /** The first message of the conversation: from References, else In-Reply-To, else this message. */
  readonly root: string | undefined
  /** The subject without prefixes such as `Re:`, in lower case; empty where there is none. */
  readonly subject: string
  /** Whether the subject has such a prefix. Only then may equal subjects join messages without References. */
  readonly isReply: boolean
}

/** Prefixes of replies and forwards, in the languages of common clients. */
const prefixes = new Set(
  're fw fwd aw wg sv vs antw rv res enc tr rif i odp ynt 回复 答复 转发 回覆 轉寄 返信 転送'.split(' '),
)
const longestPrefix = 12
const mostPrefixes = 20
const longestSubject = 255

/** The keys of a message's conversation. */
export function threadKeys(
  headers: Pick<MessageHeaders, 'messageId' | 'inReplyTo' | 'references' | 'subject'>,
): ThreadKeys {
  const { messageId, inReplyTo, references, subject } = headers
  const ancestors = [...new Set([...inReplyTo.toReversed(), ...references.toReversed()])].filter(
    (id) => id !== messageId,
  )
  const { base, isReply } = baseSubject(subject)
  return {
    ancestors,
    root: references.find((id) => id !== messageId) ?? inReplyTo[0] ?? messageId,
    subject: base,
    isReply,
  }
}

function baseSubject(subject: string): { readonly base: string; readonly isReply: boolean } {
  let rest = subject.normalize('NFKC').toLowerCase().trim()
  let isReply = false
  for (let count = 0; count < mostPrefixes; count++) {
    const length = prefixLength(rest)
    if (length > 0) isReply = true
    const shorter = (length > 0 ? rest.slice(length) : withoutTag(rest)).trim()
    if (shorter === rest || shorter === '') break
    rest = shorter
  }
  return { base: rest.slice(0, longestSubject).toWellFormed(), isReply }
}

/** The length of `re:`, `re[2]:` or `re(2):` at the begin of a subject. */
function prefixLength(subject: string): number {
  const colon = subject.slice(0, longestPrefix).indexOf(':')
  if (colon < 1) return 0
  const name = subject
    .slice(0, colon)
    .replace(/[[(]\d{1,3}[\])]$/, '')
    .trim()
  return prefixes.has(name) ? colon + 1 : 0
}

/** A list's tag (`[dev]`) stands before or behind the prefix of a reply. */
function withoutTag(subject: string): string {
  const end = subject.startsWith('[') ? subject.indexOf(']') : -1
  return end > 0 && end <= 40 ? subject.slice(end + 1) : subject
}
