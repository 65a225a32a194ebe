import type { TestHost } from '@host/testing'
import { visitProvider } from '../../lab/providers/remote-browser.ts'

/** Where the browsers of a test reach its host. */
export const publicUrl = 'http://host.test'

/** Browser headers of a request from a page of this origin. */
export const fromOwnPage: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' }

/** The signed-in user, as far as tests check. */
interface Told {
  readonly user: { readonly id: string; readonly email: string; readonly isInstanceAdmin: boolean }
  readonly workspace: { readonly id: string } | null
  readonly role: string | null
  readonly csrfToken: string
}

/** A browser of its own, with the cookies that it is given. */
export class Browser {
  readonly #host: TestHost
  readonly #cookies = new Map<string, string>()

  constructor(host: TestHost) {
    this.#host = host
  }

  /** Signs in with the password that everyone of a test host has. */
  static async of(host: TestHost, email: string): Promise<Browser> {
    const browser = new Browser(host)
    const response = await browser.send('POST', '/api/auth/login', { email, password: 'tea-houses by the sea' })
    if (!response.ok) throw new Error(`Signing in answered ${response.status}`)
    return browser
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const request = new Request(new URL(path, publicUrl), { headers: { ...headers, cookie: this.#cookieHeader() } })
    const response = await this.#host.fetch(request)
    this.#keep(response)
    return response
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#send(method, path, { body })
  }

  /** Posts with an `Idempotency-Key`. */
  postKeyed(path: string, body: unknown, key: string): Promise<Response> {
    return this.#send('POST', path, { body, headers: { 'idempotency-key': key } })
  }

  async #send(
    method: string,
    path: string,
    { body, headers = {} }: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response> {
    const csrfToken = this.#cookies.has('host_session') ? (await this.me())?.csrfToken : undefined
    const request = new Request(new URL(path, publicUrl), {
      method,
      headers: {
        cookie: this.#cookieHeader(),
        origin: publicUrl,
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await this.#host.fetch(request)
    this.#keep(response)
    return response
  }

  /** Where a link leads. */
  async follow(path: string, headers?: Readonly<Record<string, string>>): Promise<string> {
    const response = await this.get(path, headers)
    return response.headers.get('location') ?? `status ${response.status}`
  }

  /** Begins a sign-in, goes to the provider, and comes back. @returns where it ends */
  async signIn(path: string, headers?: Readonly<Record<string, string>>): Promise<string> {
    const location = await this.follow(path, headers)
    return location.startsWith('https:') ? this.comeBack(await visitProvider(location)) : location
  }

  /** Comes back from a provider. @returns where it ends */
  comeBack(url: URL): Promise<string> {
    return this.follow(url.pathname + url.search)
  }

  /** The signed-in user; undefined if anonymous. */
  async me(): Promise<Told | undefined> {
    const response = await this.get('/api/auth/me')
    return response.ok ? ((await response.json()) as Told) : undefined
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0(?:;|$)/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}
