import type { MessageBytes } from './message-bytes.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'

/** How much of a message beyond the limit is read, so that its sender gets the reason: as much as the limit again. */
export const toleranceFactor = 2

export function contentRefusal({ problem }: MessageBytes): SmtpReply | undefined {
  if (problem === undefined) return undefined
  return problem === 'too large' ? replies.tooLarge : replies.noMemory
}
