/** Answers that the page asked for before its modules had arrived, by language, workspace and path; each is taken once. */
type Ahead = Record<string, Promise<Response> | undefined>

/** After this long, in milliseconds since the page began, an answer may be of another state of the server. */
const longestWait = 15_000

/** A `fetch` that takes the answers that are on their way already, and asks for everything else. */
export function aheadFetch(ask: typeof fetch = (...call) => fetch(...call)): typeof fetch {
  return async (target, init) => takeAhead(target, init)?.catch(() => ask(target, init)) ?? ask(target, init)
}

function takeAhead(target: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const { hostAhead: ahead } = globalThis as { hostAhead?: Ahead }
  if (ahead === undefined || !(target instanceof URL) || (init?.method ?? 'GET') !== 'GET') return undefined
  const headers = new Headers(init?.headers)
  const key = `${headers.get('accept-language')} ${headers.get('x-workspace') ?? ''} ${target.pathname}${target.search}`
  const answer = performance.now() < longestWait ? ahead[key] : undefined
  // oxlint-disable-next-line typescript/no-dynamic-delete -- an answer is taken once
  delete ahead[key]
  return answer
}
