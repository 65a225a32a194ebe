/**
 * An answer that stays plain until somebody asks for the platform's objects, which cost as much to build as all the rest
 * of an answer. The host adds its headers to the plain form and sends it as it is:
 *
 *   plain --headers or body read--> platform     (what is sent is then read from the platform's objects)
 */
import { FastResponse } from 'srvx'

/** An answer as it is sent; `body` is undefined when it is produced while it is sent. */
export interface PlainAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Record<string, string>
  readonly body: string | null | undefined
}

type Body = ConstructorParameters<typeof Response>[0]

/** The adapter's response, its headers left for the subclass to define. */
const Base = FastResponse as unknown as new (body: Body, init: ResponseInit) => Omit<Response, 'headers'>

/** What every helper of this contract answers with. */
export class Answer extends Base {
  #plain: PlainAnswer | undefined

  /** @param headers by lower-case name; the answer keeps and changes them */
  constructor(body: Body, status: number, headers: Record<string, string>) {
    const plain = { status, headers, body: typeof body === 'string' || body === null ? body : undefined }
    super(body, plain)
    this.#plain = plain
  }

  get headers(): Headers {
    this.#plain = undefined
    return Reflect.get<typeof FastResponse.prototype, 'headers'>(FastResponse.prototype, 'headers', this)
  }

  /** The platform's response, which the adapter makes when a body is read. */
  get _response(): unknown {
    this.#plain = undefined
    return Reflect.get(FastResponse.prototype, '_response', this) as unknown
  }

  static read(response: Response): PlainAnswer | undefined {
    return #plain in response ? response.#plain : undefined
  }
}

/**
 * An answer in its plain form; undefined once its headers or its body have been read, and for answers of the platform.
 * @since 1.0.0
 */
export function plainAnswer(response: Response): PlainAnswer | undefined {
  return Answer.read(response)
}

/**
 * Puts headers on an answer that is on its way out.
 * @param headers lower-case names; they replace what the answer says
 * @param defaults lower-case names; they count only where the answer says nothing
 * @returns the answer, or a copy of one whose headers can't be changed, such as a redirect of the platform
 * @since 1.0.0
 */
export function addHeaders(
  response: Response,
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>> = none,
): Response {
  const plain = Answer.read(response)?.headers
  if (plain === undefined) return addPlatformHeaders(response, headers, defaults)
  for (const name in headers) plain[name] = headers[name] ?? ''
  for (const name in defaults) plain[name] ??= defaults[name] ?? ''
  return response
}

const none: Readonly<Record<string, string>> = Object.freeze({})

function addPlatformHeaders(
  response: Response,
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): Response {
  try {
    fill(response.headers, headers, defaults)
    return response
  } catch {
    const { body, status, statusText } = response
    const copied = new Headers(response.headers)
    fill(copied, headers, defaults)
    return new FastResponse(body, { status, statusText, headers: copied })
  }
}

function fill(
  target: Headers,
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) target.set(name, value)
  for (const [name, value] of Object.entries(defaults)) if (!target.has(name)) target.set(name, value)
}
