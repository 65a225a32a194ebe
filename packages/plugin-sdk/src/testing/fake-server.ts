import type { InstanceMenuEntry, Me, MenuEntry, ProblemBody } from '@host/plugin/wire'
import type { UIPlugin, UIRoute } from '../ui-plugin.ts'

/** A call that reached the server in place of the real one. */
export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

/** An answer of the fake server: JSON, a `Response`, or a function that returns either; `undefined` is an empty 204. */
export type FakeAnswer = ((request: FakeRequest) => unknown) | object | string | number | boolean | null | undefined

/** Answers by `METHOD /path`, without the query. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer>>

/** A fake server with fixed answers. Any other request is answered with a 404 problem. */
export interface FakeServer {
  readonly fetch: typeof fetch
  /** Everything that was asked, in order. */
  readonly requests: readonly FakeRequest[]
}

/** Makes a server of answers. */
export function createFakeServer(answers: FakeAnswers): FakeServer {
  const requests: FakeRequest[] = []
  return {
    requests,
    async fetch(input, init) {
      const request = await readRequest(new Request(input, init))
      requests.push(request)
      const answer = answers[`${request.method} ${request.path}`]
      if (answer === undefined && !(`${request.method} ${request.path}` in answers)) return problem(404, 'not_found')
      const body: unknown =
        typeof answer === 'function' ? await (answer as (asked: FakeRequest) => unknown)(request) : answer
      if (body instanceof Response) return body.clone()
      return body === undefined ? new Response(null, { status: 204 }) : Response.json(body)
    },
  }
}

/** A problem as the API sends it. */
export function problem(status: number, code: string, more: Partial<ProblemBody> = {}): Response {
  const body = {
    type: 'about:blank',
    title: `Title of ${code}`,
    status,
    nextStep: `Next step of ${code}`,
    code,
    requestId: 'req_test',
    ...more,
  }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}

/** Answers to the shell's own requests: an owner of one workspace, and menus that announce every page. */
export function shellAnswers(plugin: UIPlugin): FakeAnswers {
  const me: Me = {
    user: { id: 'usr_1', email: 'owner@example.com', name: 'Owner', isInstanceAdmin: true },
    workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
    role: 'owner',
    csrfToken: 'csrf-1',
  }
  const menus = announce(plugin.routes).map((menu): MenuEntry => ({ ...menu, category: '' }))
  return {
    'GET /api/auth/me': me,
    'GET /api/menus': menus,
    'GET /api/menus/personal': menus,
    'GET /api/instance/menus': announce(plugin.instanceRoutes),
  }
}

function announce(routes: readonly UIRoute[] = []): InstanceMenuEntry[] {
  const own = routes.filter(({ path }) => !path.includes(':'))
  return own.map(({ path }, index) => ({ id: `menu-${index}`, label: path, path, icon: 'box', order: index }))
}

async function readRequest(request: Request): Promise<FakeRequest> {
  const { pathname, searchParams } = new URL(request.url)
  const body = await readBody(request)
  return { method: request.method, path: pathname, query: searchParams, headers: request.headers, body }
}

/** A file as it is, and anything else as JSON. */
async function readBody(request: Request): Promise<unknown> {
  if (request.headers.has('x-file-name')) return await request.blob()
  const text = await request.text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
