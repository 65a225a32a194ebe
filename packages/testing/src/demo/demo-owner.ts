import { FrontDoorClient, type HeldSession, type TestClient } from '../test-client.ts'

/** The owner of a workspace to fill, and its host. */
export interface DemoOwner {
  /** The address that people type, such as `http://localhost:5173`. */
  readonly origin: string
  readonly email: string
  readonly password: string
}

/** The owner of a workspace of a host that listens, signed in as its pages sign them in. */
export async function signOwnerIn({ origin, email, password }: DemoOwner): Promise<TestClient> {
  const owner = new FrontDoorClient({
    fetch: (request) => send(origin, request),
    signIn: () => startSession({ origin, email, password }),
    faultOf: () => undefined,
  })
  await owner.signIn()
  return owner
}

/** Requests are made for a host in memory: this one has an address. */
async function send(origin: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = await request.arrayBuffer()
  const headers = new Headers(request.headers)
  headers.set('origin', origin)
  return fetch(new URL(pathname + search, origin), {
    method: request.method,
    headers,
    ...(body.byteLength === 0 ? {} : { body }),
  })
}

async function startSession({ origin, email, password }: DemoOwner): Promise<HeldSession> {
  const started = await fetch(new URL('/api/auth/login', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  const cookie = started.headers.getSetCookie()[0] ?? ''
  if (!started.ok || cookie === '') throw new Error(`${email} could not sign in (${started.status}).`)
  const me = await fetch(new URL('/api/auth/me', origin), { headers: { cookie: cookie.replace(/;.*/, '') } })
  const { csrfToken } = (await me.json()) as { readonly csrfToken: string }
  return { cookie, csrfToken }
}
