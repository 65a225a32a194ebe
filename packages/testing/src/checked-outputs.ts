import type { AnyPlugin, Endpoint, MaybePromise, Mux } from '@host/plugin'
import { checkedProblem, checkProblemAnswer } from './checked-problems.ts'

type AnyEndpointHandler = (scope: unknown) => MaybePromise<unknown>
type Register = (endpoint: Endpoint, handler: AnyEndpointHandler) => void
type AnyForm = { readonly answer: AnyEndpointHandler }
type RegisterForm = (form: Endpoint, handler: AnyForm) => void
type AnyMux = Omit<Mux, 'endpoint' | 'upload' | 'publicForm'> & {
  endpoint: Register
  upload: Register
  publicForm: RegisterForm
}

/**
 * The plugin with every answer of its typed endpoints and public forms held against their definitions: an answer that does not fit the
 * output, or a problem that is not named, is a failed request here, where in production it would be sent.
 */
export function withCheckedOutputs(plugin: AnyPlugin): AnyPlugin {
  const mount: AnyPlugin['mount'] = (mux, ctx) => plugin.mount(checkedMux(mux), ctx)
  return new Proxy(plugin, {
    get: (target, member) => (member === 'mount' ? mount : (Reflect.get(target, member) as unknown)),
  })
}

function checkedMux(mux: unknown): Parameters<AnyPlugin['mount']>[0] {
  const { endpoint, upload, publicForm, ...rest } = mux as AnyMux
  const checkedForm: RegisterForm = (form, handler) =>
    publicForm(form, { ...handler, answer: checkedHandler(form, handler.answer) })
  const checked = { ...rest, endpoint: checkedBy(endpoint), upload: checkedBy(upload), publicForm: checkedForm }
  return Object.freeze(checked) as unknown as Parameters<AnyPlugin['mount']>[0]
}

function checkedBy(register: Register): Register {
  return (definition, handler) => register(definition, checkedHandler(definition, handler))
}

function checkedHandler(definition: Endpoint, handler: AnyEndpointHandler): AnyEndpointHandler {
  return async (scope) => {
    const answer = await answerOf(definition, () => handler(scope))
    await check(definition, answer)
    return answer
  }
}

async function answerOf(endpoint: Endpoint, handle: () => MaybePromise<unknown>): Promise<unknown> {
  try {
    const answer = await handle()
    await checkProblemAnswer(endpoint, answer)
    return answer
  } catch (error) {
    throw checkedProblem(endpoint, error)
  }
}

async function check(endpoint: Endpoint, answer: unknown): Promise<void> {
  if (answer instanceof Response && !isJson(answer)) return
  const value = answer instanceof Response ? await bodyOf(answer) : answer
  const result = await endpoint.output['~standard'].validate(value)
  if (result.issues === undefined) return
  const reasons = result.issues.map(
    ({ path = [], message }) =>
      `${path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.')}: ${message}`,
  )
  throw new TypeError(`The response of "${endpoint.pattern}" does not match its output. ${reasons.join('; ')}`)
}

/** A complete answer that is not a success, or neither JSON nor empty, is not checked. */
function isJson(answer: Response): boolean {
  if (answer.status === 204) return true
  return answer.ok && (answer.headers.get('content-type') ?? '').startsWith('application/json')
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.clone().text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
