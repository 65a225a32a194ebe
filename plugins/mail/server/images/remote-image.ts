import { Outbound, Problem, type WorkspaceScope } from '@host/plugin'
import { fetch, newClient, type SafeHttpClient } from '@host/plugin/safehttp'
import { mailLimits, rasterType } from '../../shared.ts'
import { requireEmail } from '../emails/email-rows.ts'
import { busyProblem } from '../busy.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { hasImage } from './image-addresses.ts'

type Reader = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'orgId' | 'signal'>

/** Milliseconds of a request, redirects and body included. */
const timeLimit = 10_000
/** Images that are fetched at once: in a process, and for a member. */
const [mostAtOnce, mostOfMember] = [16, 6]
const minute = 60_000

const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; MailImages/1.0)',
  accept: 'image/webp,image/png,image/*;q=0.8',
}

/** Fetches remote images of emails, within the operator's outbound rules and without cookies. */
export class RemoteImages {
  readonly #parts: Pick<Parts, 'ctx' | 'rateLimit'>
  readonly #running = new Map<string, number>()
  #opened: SafeHttpClient | undefined

  constructor(parts: Pick<Parts, 'ctx' | 'rateLimit'>) {
    this.#parts = parts
  }

  /** @throws Problem `not_found` for an address that the email does not have, `too_many_requests`, `overloaded`, `remote_failed` */
  async read(scope: Reader, id: string, url: string): Promise<Response> {
    await requireImage(scope, id, url)
    await this.#count(scope)
    const running = this.#running.get(scope.userId) ?? 0
    const all = this.#running.values().reduce((sum, count) => sum + count, 0)
    if (running >= mostOfMember || all >= mostAtOnce) throw busyProblem()
    this.#running.set(scope.userId, running + 1)
    try {
      const answer = await fetch(scope.signal, this.#client(), url, { headers })
      return answer.ok ? imageAnswer(answer.body) : refuse()
    } finally {
      this.#release(scope.userId)
    }
  }

  async #count({ orgId, userId }: Reader): Promise<void> {
    const { allowed, resetAfter } = await this.#parts.rateLimit.take(
      `images:${orgId}:${userId}`,
      mailLimits.imagesInMinute,
      minute,
    )
    if (!allowed) throw tooMany(resetAfter)
  }

  #release(userId: string): void {
    const left = (this.#running.get(userId) ?? 1) - 1
    if (left === 0) this.#running.delete(userId)
    else this.#running.set(userId, left)
  }

  #client(): SafeHttpClient {
    const options = { outbound: this.#parts.ctx.lookup(Outbound), maxBytes: mailLimits.image }
    return (this.#opened ??= newClient(timeLimit, options))
  }
}

async function requireImage({ db, userId }: Reader, id: string, url: string): Promise<void> {
  const { message_id: messageId } = await requireEmail(db, userId, id)
  const body = await db.selectFrom('mail_bodies').select('html').where('message_id', '=', messageId).executeTakeFirst()
  if (!hasImage(body?.html ?? '', url)) throw new Problem('not_found')
}

function tooMany(seconds: number): Problem {
  return new Problem('too_many_requests', { headers: { 'retry-after': String(seconds) } })
}

function refuse(): never {
  throw new Problem('remote_failed')
}

/** The bytes with their type, read from the bytes themselves. Only pictures are accepted. */
function imageAnswer(bytes: Uint8Array): Response {
  const type = rasterType(bytes)
  if (type === undefined) return refuse()
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    },
  })
}
