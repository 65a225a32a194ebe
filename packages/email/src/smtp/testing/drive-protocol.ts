/** Runs the protocol without sockets: bytes in, replies and messages out. */
import { ByteBudget } from '../byte-budget.ts'
import { defaultLimits, type SmtpLimits } from '../limits.ts'
import { SmtpProtocol, type SmtpAction, type SmtpQuestion, type SmtpVerdict } from '../protocol.ts'

export interface DriveOptions {
  readonly limits?: Partial<SmtpLimits>
  readonly offersTls?: boolean
  readonly answer?: (question: SmtpQuestion) => SmtpVerdict
}

export interface Driven {
  readonly replies: readonly string[]
  /** Bytes as text, a character a byte. */
  readonly messages: readonly {
    readonly sender: string
    readonly recipients: readonly string[]
    readonly text: string
  }[]
  readonly isClosed: boolean
  readonly usedBytes: number
}

export class DrivenProtocol {
  readonly #budget: ByteBudget
  readonly #protocol: SmtpProtocol
  readonly #answer: (question: SmtpQuestion) => SmtpVerdict
  readonly #messages: Driven['messages'][number][] = []
  #out = ''
  #isClosed = false

  constructor({ limits: changed, offersTls = false, answer = () => 'accepted' }: DriveOptions = {}) {
    const limits = { ...defaultLimits, ...changed }
    this.#budget = new ByteBudget(limits.totalBytes, limits.networkBytes)
    this.#answer = answer
    const memory = this.#budget.shareOf('192.0.2')
    this.#protocol = new SmtpProtocol({ name: 'mx.example.com', limits, memory, offersTls })
  }

  give(bytes: Uint8Array): void {
    if (this.#isClosed) return
    if (bytes.length > 0) this.#protocol.give(bytes)
    for (let action = this.#protocol.next(); action.kind !== 'read'; action = this.#protocol.next()) {
      if (action.kind === 'close') {
        this.#isClosed = true
        this.#protocol.release()
        return
      }
      this.#act(action)
    }
  }

  /** Takes memory as another connection does, until the returned function is called. */
  hold(bytes: number): () => void {
    const share = this.#budget.shareOf('198.51.100')
    share.reserve(bytes)
    return () => share.release(bytes)
  }

  /** As when the connection is lost. */
  release(): void {
    this.#protocol.release()
  }

  get driven(): Driven {
    const replies = this.#out.split('\r\n').slice(0, -1)
    return { replies, messages: this.#messages, isClosed: this.#isClosed, usedBytes: this.#budget.used }
  }

  #act(action: SmtpAction): void {
    if (action.kind === 'send') this.#out += action.text
    else if (action.kind === 'start tls') this.#startTls()
    else if (action.kind !== 'read' && action.kind !== 'close') this.#decide(action)
  }

  #startTls(): void {
    this.#out += '220 TLS\r\n'
    this.#protocol.startOver()
  }

  #decide(question: SmtpQuestion): void {
    if (question.kind === 'message') {
      const { sender, recipients } = question.envelope
      this.#messages.push({ sender, recipients, text: Buffer.concat(question.pieces).toString('latin1') })
    }
    this.#protocol.answer(this.#answer(question))
  }
}

/** Gives all pieces, one after the other; text is a byte a character. */
export function drive(input: string | readonly Uint8Array[], options?: DriveOptions): Driven {
  const protocol = new DrivenProtocol(options)
  for (const piece of typeof input === 'string' ? [Buffer.from(input, 'latin1')] : input) protocol.give(piece)
  return protocol.driven
}

/** The codes of the replies, with enhanced ones: `250 2.1.0`. Continued lines are left out. */
export function codesOf({ replies }: Pick<Driven, 'replies'>): string[] {
  return replies.flatMap((line) => /^\d{3}(?: \d\.\d+\.\d+)?(?![\d-])/.exec(line)?.[0] ?? [])
}

/** Greets and gives an envelope, up to the command for content. */
export const opening = 'EHLO client.example.org\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<b@example.com>\r\n'
export const openingCodes = ['250', '250 2.1.0', '250 2.1.5'] as const
