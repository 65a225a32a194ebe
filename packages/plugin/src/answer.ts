/**
 * An answer whose headers stay a plain object until somebody asks for `Headers`, which cost as much to build as all the
 * rest of an answer. The host adds its own headers to every answer, so it adds them to the plain object while that is
 * what will be sent, and else goes the usual way:
 *
 *   plain --headers or body read--> platform     (what is sent is then read from the platform's objects)
 */
import { FastResponse } from 'srvx'

type Plain = Record<string, string>

/** The adapter's response, its headers left for the subclass to define. */
const Base = FastResponse as unknown as new (body: Body, init: ResponseInit) => Omit<Response, 'headers'>

type Body = ConstructorParameters<typeof Response>[0]

/** What every helper of this contract answers with. */
export class Answer extends Base {
  #plain: Plain | undefined

  constructor(body: Body, status: number, headers: Readonly<Record<string, string>>) {
    const plain: Plain = { ...headers }
    super(body, { status, headers: plain })
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

  /** The headers that will be sent, as long as they can be changed as a plain object. */
  static plainHeaders(response: Response): Plain | undefined {
    return #plain in response ? response.#plain : undefined
  }
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
  const plain = Answer.plainHeaders(response)
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
