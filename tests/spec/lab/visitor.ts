/** A response; the body is parsed if it is JSON. */
export interface Answer<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A request beyond method and path. */
export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A user's browser: stores the session cookie and sends the requests of the product's pages. */
export class Visitor {
  readonly #base: string
  readonly #origin: string
  #cookie = ''
  #csrfToken = ''

  /** @param origin of the pages, where the host has a public URL that is not its address */
  constructor(base: string, origin = new URL(base).origin) {
    this.#base = base
    this.#origin = origin
  }

  /** The same session at another host over the same database. */
  at(base: string): Visitor {
    const visitor = new Visitor(base)
    visitor.#cookie = this.#cookie
    visitor.#csrfToken = this.#csrfToken
    return visitor
  }

  /** The address of the host. */
  get base(): string {
    return this.#base
  }

  /** Headers of every request of this session. */
  get standing(): Readonly<Record<string, string>> {
    const session = this.#cookie === '' ? {} : { cookie: this.#cookie, 'x-csrf-token': this.#csrfToken }
    return { origin: this.#origin, ...session }
  }

  async send<Body = unknown>(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer<Body>> {
    const response = await fetch(new URL(path, this.#base), {
      method,
      redirect: 'manual',
      headers: {
        ...this.standing,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#cookie = cookie.split(';', 1)[0] ?? ''
    return { status: response.status, headers: response.headers, body: (await read(response)) as Body }
  }

  async get<Body = unknown>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer<Body>> {
    return await this.send<Body>('GET', path, { headers })
  }

  async post<Body = unknown>(path: string, body: unknown = {}): Promise<Answer<Body>> {
    return await this.send<Body>('POST', path, { body })
  }

  /** Signs in and learns the token that every change needs. */
  async signIn(email: string, password: string): Promise<this> {
    const { status, body } = await this.post('/api/auth/login', { email, password })
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
    return await this.refresh()
  }

  /** Takes over a session that was begun without a page, by its `set-cookie` value. */
  async take(cookie: string): Promise<this> {
    this.#cookie = cookie.split(';', 1)[0] ?? ''
    return await this.refresh()
  }

  /** Reads the token of the session as it is now. */
  async refresh(): Promise<this> {
    const { body } = await this.get<{ readonly csrfToken: string }>('/api/auth/me')
    this.#csrfToken = body.csrfToken
    return this
  }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = text !== '' && /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return isJson ? JSON.parse(text) : text
}
