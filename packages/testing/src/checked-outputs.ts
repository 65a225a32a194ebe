import type { AnyPlugin, Endpoint, MaybePromise, Mux } from '@host/plugin'

type AnyEndpointHandler = (scope: unknown) => MaybePromise<unknown>
type AnyMux = { handle: Mux['handle']; endpoint(endpoint: Endpoint, handler: AnyEndpointHandler): void }

/**
 * The plugin with every answer of its typed endpoints held against the endpoint's output: an answer that does not fit
 * is a failed request here, where in production it would be sent.
 */
export function withCheckedOutputs(plugin: AnyPlugin): AnyPlugin {
  const mount: AnyPlugin['mount'] = (mux, ctx) => plugin.mount(checkedMux(mux as unknown as AnyMux), ctx)
  return new Proxy(plugin, {
    get: (target, member) => (member === 'mount' ? mount : (Reflect.get(target, member) as unknown)),
  })
}

function checkedMux(mux: AnyMux): Parameters<AnyPlugin['mount']>[0] {
  const endpoint: AnyMux['endpoint'] = (definition, handler) =>
    mux.endpoint(definition, async (scope) => {
      const answer = await handler(scope)
      await check(definition, answer)
      return answer
    })
  return Object.freeze({ handle: mux.handle, endpoint }) as unknown as Parameters<AnyPlugin['mount']>[0]
}

async function check(endpoint: Endpoint, answer: unknown): Promise<void> {
  const value = answer instanceof Response ? await bodyOf(answer) : answer
  const result = await endpoint.output['~standard'].validate(value)
  if (result.issues === undefined) return
  const reasons = result.issues.map(({ path = [], message }) =>
    `${path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.')}: ${message}`)
  throw new TypeError(`The answer of "${endpoint.pattern}" does not fit its output. ${reasons.join('; ')}`)
}

/** What a whole answer says; of one that is no success or no JSON nothing is asked. */
async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.clone().text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
