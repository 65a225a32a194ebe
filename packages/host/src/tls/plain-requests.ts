/**
 * Requests over plain HTTP to a host that serves HTTPS by itself:
 *
 *   /.well-known/acme-challenge/ ---------------------------------> answer of the challenge
 *   health, metrics; an IP address or a single label as its host --> served
 *   a workspace's host without a trusted certificate yet ----------> served
 *   GET and HEAD without credentials and body ---------------------> 308 to the same address with HTTPS
 *   anything else -------------------------------------------------> 403
 *
 * A client that sends a body or a token has sent it in the clear already. A redirect would let it go on unnoticed, so it
 * gets an error.
 */
import type { IncomingMessage } from 'node:http'
import { normalizeHostName, type MaybePromise } from '@host/plugin'
import { nodeExchange, pathOf } from '../http/node-request.ts'
import { refusal, type Refusal } from '../http/refusal.ts'
import { originBeside } from '../pipeline/edge/page-addresses.ts'
import type { Peers } from '../request/peers.ts'
import type { ChallengeAnswers } from './challenge-answers.ts'
import type { KnownHosts } from './known-hosts.ts'
import type { ServedCertificates } from './served-certificates.ts'

/** Dependencies of the rules. */
export interface PlainRequestsOptions {
  readonly publicUrl: URL | undefined
  /** Hosts of the instance, as `normalizeHostName` has them. */
  readonly own: readonly string[]
  readonly peers: Pick<Peers, 'isSecureMessage'>
  /** Undefined where no authority issues certificates. */
  readonly known: Pick<KnownHosts, 'patternOf'> | undefined
  readonly certificates: Pick<ServedCertificates, 'isTrusted'>
  readonly challenges: () => ChallengeAnswers | undefined
}

/** Handling of a request. */
type Verdict = 'serve' | 'challenge' | 'refuse' | { readonly origin: string }

const challengeFolder = '/.well-known/acme-challenge/'
const served: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
/** Characters of a token, RFC 8555 §8.3. */
const tokenForm = /^[\w-]{1,256}$/
/** Browsers keep a permanent redirect for so many seconds, so that one can be taken back. */
const keptFor = 3_600

const secureOnly = refusal('forbidden', {
  en: 'This host takes requests over HTTPS only. Treat a token or password that was sent as disclosed.',
  zh: '此主机仅接受 HTTPS 请求。已发送的令牌或密码应视为已泄露。',
})

export class PlainRequests {
  readonly #options: PlainRequestsOptions
  readonly #own: ReadonlySet<string>

  constructor(options: PlainRequestsOptions) {
    this.#options = options
    this.#own = new Set(options.own)
  }

  /** Whether a request is answered here, and by nothing behind. */
  takes(message: IncomingMessage): boolean {
    return this.#judge(message) !== 'serve'
  }

  /** The refusal of a request that must not be sent in the clear. */
  refusal(message: IncomingMessage): Refusal | undefined {
    return this.#judge(message) === 'refuse' ? secureOnly : undefined
  }

  /** The answer to a challenge, or a redirect; undefined for a request that is served as usual. */
  answer(request: Request): MaybePromise<Response> | undefined {
    const message = nodeExchange(request)?.request
    const verdict = message === undefined ? 'serve' : this.#judge(message)
    if (message === undefined || verdict === 'serve') return undefined
    if (verdict === 'challenge') return this.#answerChallenge(pathOf(message).slice(challengeFolder.length))
    if (verdict === 'refuse') return undefined
    const location = verdict.origin + (message.url?.startsWith('/') === true ? message.url : '/')
    return new Response(null, { status: 308, headers: { location, 'cache-control': `max-age=${keptFor}` } })
  }

  #judge(message: IncomingMessage): Verdict {
    const { publicUrl, peers } = this.#options
    if (publicUrl === undefined || peers.isSecureMessage(message)) return 'serve'
    const path = pathOf(message)
    const isRead = message.method === 'GET' || message.method === 'HEAD'
    if (isRead && path.startsWith(challengeFolder)) return 'challenge'
    if (served.has(path)) return 'serve'
    const origin = this.#originOf(message, publicUrl)
    if (origin === undefined) return 'serve'
    const isOpen = message.headers.authorization === undefined && !hasBody(message)
    return isRead && isOpen ? { origin } : 'refuse'
  }

  /** The origin to go to; undefined where a request is served in the clear. */
  #originOf({ headers }: IncomingMessage, publicUrl: URL): string | undefined {
    const name = normalizeHostName(headers.host ?? '')
    if (name === undefined || !name.includes('.')) return undefined
    if (this.#own.has(name)) return originBeside(publicUrl, name)
    // Without certificates of an authority, the operator's files tell which hosts are served.
    if (this.#options.certificates.isTrusted(name)) return originBeside(publicUrl, name)
    return this.#options.known?.patternOf(name) === undefined ? publicUrl.origin : undefined
  }

  async #answerChallenge(token: string): Promise<Response> {
    const answer = tokenForm.test(token) ? await this.#options.challenges()?.httpAnswer(token) : undefined
    const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
    return new Response(answer ?? 'No challenge has this token.\n', {
      status: answer === undefined ? 404 : 200,
      headers,
    })
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
