/** Intended calls: valid ones, repeated ones, and those with records of another workspace. */
import type { TestHost } from '../../test-host.ts'
import type { Asker, Call } from './asker.ts'
import type { Asking } from './ask-refusals.ts'
import { everyWildcard } from './ask-refusals.ts'
import { inputNames } from './inputs.ts'
import { isOfWorkspace, type AskedRoute, type Exchange } from './live-facts.ts'

/** Ids of another workspace that are tried on one route. */
const mostIds = 8
/** A well-formed id that belongs to no record. */
const nobodys = (id: string): string => `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`

/** Calls a read-only route, with existing records. */
export async function askReading(asking: Asking, route: AskedRoute, ids: readonly string[]): Promise<void> {
  const { asker, callers } = asking
  for (const params of paramsOf(asking, route, ids)) {
    const call = { input: asking.sample(route).input, params }
    const { status } = await asker.ask(route, { ...call, situation: 'valid', ...callers.lowest(route) })
    if (status >= 400) continue
    if (route.method === 'GET') {
      await asker.ask(route, { ...call, situation: 'head', method: 'HEAD', ...callers.lowest(route) })
    }
    if (route.scopes.length === 0) return
    await asker.ask(route, { ...call, situation: 'token with scope', ...(await callers.fittingToken(route)) })
    return
  }
}

/** Values for the wildcards: those of the author, else existing ids. */
function paramsOf({ sample }: Asking, route: AskedRoute, ids: readonly string[]): readonly Record<string, string>[] {
  const { params } = sample(route)
  if (route.wildcards.length === 0) return [{}]
  if (Object.keys(params).length > 0) return [params]
  return (ids.length === 0 ? ['sample'] : ids.slice(0, mostIds)).map((id) => everyWildcard(route, id))
}

/** Calls a route that changes something, and repeats the call where a key makes that harmless. */
export async function askWriting(asking: Asking, route: AskedRoute, ids: readonly string[]): Promise<void> {
  const { asker, callers, sample } = asking
  const { input } = sample(route)
  for (const [index, params] of paramsOf(asking, route, ids).entries()) {
    const headers = { 'idempotency-key': `checks-${route.pattern.replaceAll(/[^\w]/g, '-')}-${index}` }
    const call = { input, params, ...callers.lowest(route), headers }
    const first = await asker.ask(route, { ...call, situation: 'valid' })
    if (!isSuccess(first)) continue
    if (isOfWorkspace(route.audience) || route.isIdempotent) await askAgain(asker, route, call)
    return
  }
}

async function askAgain(asker: Asker, route: AskedRoute, call: Omit<Call, 'situation'>): Promise<void> {
  await asker.ask(route, { ...call, situation: 'repeat' })
  if (route.method === 'DELETE') return
  const other = { ...Object(call.input), another: 'body' } as object
  await asker.ask(route, { ...call, situation: 'repeat with another body', input: other })
}

/** Calls a route with ids of another workspace, and with unknown ones. */
export async function askForeign(
  { asker, callers, sample }: Asking,
  route: AskedRoute,
  ids: readonly string[],
): Promise<void> {
  if (!isOfWorkspace(route.audience)) return
  const { params, input } = sample(route)
  const named = inputNames(route).filter((name) => /^id$|Ids?$/.test(name))
  if (route.wildcards.length === 0 && named.length === 0) return
  const place = placeOf(route, named)
  for (const id of ids.slice(0, mostIds)) {
    const callOf = (one: string) => ({
      situation: 'foreign id' as const,
      ...callers.neighbour,
      params: { ...params, ...everyWildcard(route, one) },
      input: named.length === 0 ? input : withEvery(input, named, one),
    })
    const unknown = await asker.ask(route, callOf(nobodys(id)))
    const { status, body } = unknown
    await asker.ask(route, { ...callOf(id), unknown: { status, body: body.replaceAll(nobodys(id), id), place } })
  }
}

function placeOf({ wildcards }: AskedRoute, named: readonly string[]): string {
  const fields = named.map((name) => `the field "${name}"`)
  return [...wildcards.map((name) => `the path's "${name}"`), ...fields].join(' and ')
}

/** An input with one text in place of several of its properties. */
function withEvery(input: unknown, names: readonly string[], text: string): object {
  return { ...(input as object | undefined), ...Object.fromEntries(names.map((name) => [name, text])) }
}

/** Calls a route whose feature is off in one workspace and on in the other. */
export async function askSwitchedOff({ asker, callers, sample }: Asking, route: AskedRoute): Promise<void> {
  if (!isOfWorkspace(route.audience)) return
  const call = sample(route)
  await asker.ask(route, { ...call, situation: 'switched off', ...callers.owner })
  if (route.isMutating) return
  await asker.ask(route, { ...call, situation: 'switched off elsewhere', ...callers.neighbour })
}

/** Signs all people in again, since a call may have ended their sessions. */
export async function signInAgain(host: TestHost): Promise<void> {
  for (const person of ['owner', 'admin', 'member', 'otherOwner', 'instanceAdmin'] as const) {
    await host.as(person).signIn()
  }
}

function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}
