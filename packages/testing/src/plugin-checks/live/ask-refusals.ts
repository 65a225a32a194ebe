/** Calls that a route must refuse, from any caller; none of them may change data. */
import type { Asker } from './asker.ts'
import type { Callers } from './callers.ts'
import { hostileBodies, hostileQueries, hostileTexts } from './hostile-texts.ts'
import { inputNames, type SampleCall } from './inputs.ts'
import { isOfWorkspace, type AskedRoute } from './live-facts.ts'
import { wrongTypesOf } from './sample-input.ts'

/** Bodies above this are not sent: it would only take time. */
const largestTried = 4 * 1024 * 1024
const bodied: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Dependencies of the calls. */
export interface Asking {
  readonly asker: Asker
  readonly callers: Callers
  readonly sample: (route: AskedRoute) => SampleCall
}

/** Asks one route everything that it has to refuse. */
export async function askRefusals(asking: Asking, route: AskedRoute): Promise<void> {
  await askAnonymously(asking, route)
  await askForged(asking, route)
  await askWrongly(asking, route)
  if (bodied.has(route.method) && !isUpload(route)) await askWithBodies(asking, route)
  else await askWithQueries(asking, route)
  await askWildcards(asking, route)
}

async function askAnonymously({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  const { audience } = route
  if (audience === 'public') return
  const call = sample(route)
  await asker.ask(route, { ...call, situation: 'anonymous', ...callers.anonymous })
  for (const caller of callers.tooLow(route)) await asker.ask(route, { ...call, situation: 'below role', ...caller })
  if (audience === 'instance') await asker.ask(route, { ...call, situation: 'no instance admin', ...callers.owner })
  if (isOfWorkspace(audience)) {
    await asker.ask(route, { ...call, situation: 'no workspace', ...(await callers.loner()) })
  }
  await asker.ask(route, { ...call, situation: 'token without scope', ...(await callers.narrowToken()) })
  const unknown = { who: 'an API token that nobody made', headers: { authorization: 'Bearer made-up' } }
  await asker.ask(route, { ...call, situation: 'unknown token', ...callers.anonymous, ...unknown })
}

async function askForged({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  if (!route.isMutating || route.audience === 'public') return
  const call = { ...sample(route), ...callers.lowest(route) }
  await asker.ask(route, { ...call, situation: 'no csrf token', headers: { 'x-csrf-token': 'made-up' } })
  await asker.ask(route, { ...call, situation: 'foreign origin', headers: { origin: 'https://elsewhere.example' } })
}

async function askWrongly({ asker, callers }: Asking, route: AskedRoute): Promise<void> {
  if (!route.pattern.includes(' ')) return
  await asker.ask(route, { situation: 'wrong method', ...callers.lowest(route), method: 'PROPFIND' })
}

async function askWithBodies({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  const caller = callers.lowest(route)
  const { params, input } = sample(route)
  const call = { params, ...caller }
  await asker.ask(route, { ...call, situation: 'no json', raw: '{"half":' })
  const type = { 'content-type': 'text/plain' }
  await asker.ask(route, {
    ...call,
    situation: 'wrong media type',
    raw: 'hello',
    headers: { ...caller.headers, ...type },
  })
  const wrong = route.endpoint === undefined ? undefined : wrongTypesOf(route.endpoint.jsonSchema('input'))
  if (wrong !== undefined) await asker.ask(route, { ...call, situation: 'wrong types', input: wrong })
  const more = { ...Object(input), notInAnyInput: true } as object
  await asker.ask(route, { ...call, situation: 'unknown property', input: more })
  const limit = route.bodyLimit
  if (limit <= largestTried) {
    const raw = JSON.stringify({ filler: 'x'.repeat(limit) })
    await asker.ask(route, { ...call, situation: 'too large', raw })
  }
  const raw = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  await asker.ask(route, { ...call, situation: 'deep json', raw })
  for (const body of hostileBodies) await asker.ask(route, { ...call, situation: 'hostile json', raw: body })
  for (const text of hostileTexts.slice(0, 3)) {
    const hostile = Object.fromEntries(inputNames(route).map((name) => [name, text]))
    await asker.ask(route, { ...call, situation: 'hostile json', input: hostile })
  }
}

async function askWithQueries({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  const call = { params: sample(route).params, ...callers.lowest(route) }
  if (route.endpoint !== undefined) {
    await asker.ask(route, { ...call, situation: 'unknown property', query: 'notInAnyInput=1' })
  }
  // A route without input refuses any query; a DELETE could run while it is tested.
  if (route.method === 'DELETE') return
  for (const query of hostileQueries) await asker.ask(route, { ...call, situation: 'hostile query', query })
  for (const text of hostileTexts.slice(0, 3)) {
    const query = new URLSearchParams(inputNames(route).map((name) => [name, text])).toString()
    await asker.ask(route, { ...call, situation: 'hostile query', query })
  }
}

async function askWildcards({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  if (route.wildcards.length === 0) return
  const call = { input: sample(route).input, ...callers.lowest(route) }
  for (const text of hostileTexts) {
    await asker.ask(route, { ...call, situation: 'hostile path', params: everyWildcard(route, text) })
  }
  await asker.ask(route, {
    ...call,
    situation: 'unknown id',
    params: everyWildcard(route, 'none_01h455vb4pex5vsknk084sn02q'),
  })
}

/** Whether the body is a file: the input is in the query then, and any bytes may be the body. */
function isUpload({ endpoint }: AskedRoute): boolean {
  return endpoint !== undefined && 'upload' in endpoint
}

/** The same text in place of every wildcard. */
export function everyWildcard({ wildcards }: AskedRoute, text: string): Record<string, string> {
  return Object.fromEntries(wildcards.map((name) => [name, text]))
}
