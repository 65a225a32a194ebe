/**
 * A careful implementation of this one route on `node:http`: a table of 1,000 routes, the session cookie, its hash and
 * lookup with both lifetimes, the calls of a session per minute, the workspace's switch, a request ID, the headers,
 * JSON.
 */
import { hash, randomFillSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveParent } from '../process/serve-parent.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { payload } from './payload.ts'
import { sessionTokenHash, workspaceId } from './session-token.ts'

interface Session {
  readonly orgId: string
  readonly createdAt: number
  lastSeenAt: number
  calls: number
  windowEndsAt: number
}

interface Branch {
  readonly branches: Map<string, Branch>
  wildcard?: Branch
  handlers?: Map<string, Handler>
}

type Handler = (parameter: string, orgId: string) => Promise<object>

const day = 24 * 60 * 60 * 1000
const minute = 60_000
const callsPerMinute = 100_000_000
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const cookieStart = 'host_session='
const sessions = new Map<string, Session>()
const switchedOff = new Map<string, ReadonlySet<string>>()
const routes: Branch = { branches: new Map() }
const idPool = Buffer.allocUnsafe(4096)
let idsUsed = idPool.length

async function read(parameter: string): Promise<object> {
  return payload(parameter)
}

function addRoute(method: string, path: string, handler: Handler): void {
  let branch = routes
  for (const segment of path.split('/').slice(1)) {
    let next: Branch | undefined = segment === '*' ? branch.wildcard : branch.branches.get(segment)
    if (next === undefined) {
      next = { branches: new Map() }
      if (segment === '*') branch.wildcard = next
      else branch.branches.set(segment, next)
    }
    branch = next
  }
  branch.handlers ??= new Map()
  branch.handlers.set(method, handler)
}

function find(method: string, path: string): readonly [Handler, string] | undefined {
  let branch: Branch | undefined = routes
  let parameter = ''
  for (let start = 1; branch !== undefined && start <= path.length;) {
    const slash = path.indexOf('/', start)
    const end = slash === -1 ? path.length : slash
    const segment = path.slice(start, end)
    const next = branch.branches.get(segment)
    if (next === undefined) parameter = segment
    branch = next ?? branch.wildcard
    start = end + 1
  }
  const handler = branch?.handlers?.get(method)
  return handler === undefined ? undefined : [handler, decodeURIComponent(parameter)]
}

function findSession(cookies: string | undefined): Session | undefined {
  const cookie = cookies?.split(';').find((part) => part.trimStart().startsWith(cookieStart))
  if (cookie === undefined) return undefined
  const session = sessions.get(hash('sha256', cookie.trimStart().slice(cookieStart.length), 'base64url'))
  const now = Date.now()
  if (session === undefined) return undefined
  if (now - session.createdAt > 30 * day || now - session.lastSeenAt > 7 * day) return undefined
  session.lastSeenAt = now
  return session
}

function nextId(): string {
  if (idsUsed === idPool.length) {
    randomFillSync(idPool)
    idsUsed = 0
  }
  idsUsed += 8
  return idPool.toString('hex', idsUsed - 8, idsUsed)
}

/** Counts a call. @returns the seconds until the window ends */
function count(session: Session): number {
  const now = Date.now()
  if (session.windowEndsAt <= now) {
    session.windowEndsAt = now + minute
    session.calls = 0
  }
  session.calls += 1
  return Math.ceil((session.windowEndsAt - now) / 1000)
}

interface Answer {
  readonly status: number
  readonly value: object
  readonly limits?: Readonly<Record<string, string>>
}

function send(response: ServerResponse, { status, value, limits }: Answer): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    ...securityHeaders,
    ...limits,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': nextId(),
  })
  response.end(body)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const found = find(request.method ?? 'GET', mark === -1 ? url : url.slice(0, mark))
  if (found === undefined) return send(response, { status: 404, value: { code: 'not_found' } })
  const session = findSession(request.headers.cookie)
  if (session === undefined) return send(response, { status: 401, value: { code: 'unauthenticated' } })
  const resetAfter = count(session)
  const limits = {
    'ratelimit-policy': `"api";q=${callsPerMinute};w=60`,
    ratelimit: `"api";r=${callsPerMinute - session.calls};t=${resetAfter}`,
  }
  if (session.calls > callsPerMinute) {
    return send(response, { status: 429, value: { code: 'too_many_requests' }, limits })
  }
  const isOff = switchedOff.get(session.orgId)?.has('bench-050') === true
  if (isOff) return send(response, { status: 404, value: { code: 'feature_disabled' }, limits })
  const [handler, parameter] = found
  send(response, { status: 200, value: await handler(parameter, session.orgId), limits })
}

for (let plugin = 0; plugin < 100; plugin += 1) {
  const name = `bench-${String(plugin).padStart(3, '0')}`
  for (let kind = 0; kind < 10; kind += 1) addRoute('GET', `/api/x/${name}/kind-${kind}/*`, read)
}
sessions.set(sessionTokenHash(0), {
  orgId: workspaceId(0),
  createdAt: Date.now(),
  lastSeenAt: Date.now(),
  calls: 0,
  windowEndsAt: 0,
})

await serveParent(() =>
  listenOnLoopback((request, response) => {
    answer(request, response).catch(() => send(response, { status: 500, value: { code: 'internal' } }))
  }),
)
