import { errorCatalog, type ErrorCode } from '@host/plugin'
import type { Exchange } from '../live/live-facts.ts'
import type { PluginRule } from '../plugin-rule.ts'
import { answered, exchangeRule, type Judge } from './exchange-rule.ts'

/** Handling of input by routes, and their answers. */
export const bodyRules: readonly PluginRule[] = [
  exchangeRule('routes/no-json', 'a body that is not JSON is 400')(
    ['no json'],
    ofTyped(({ status }) => status === 400, 'and has to answer 400; let the host read the body'),
  ),
  exchangeRule('routes/media-type', 'a body that is not of type JSON is 415')(
    ['wrong media type'],
    ofTyped(({ status }) => status === 415, 'and has to answer 415; let the host read the body'),
  ),
  exchangeRule('routes/wrong-types', 'values of wrong types are 400 with every wrong field named')(
    ['wrong types'],
    ofTyped(
      ({ status, body }) => status === 400 && body.includes('"path"'),
      "and has to answer 400 with the wrong fields; make the input's schema say what it takes",
    ),
  ),
  exchangeRule('routes/unknown-property', 'an unknown property in the input is 400')(
    ['unknown property'],
    ofTyped(({ status }) => status === 400, "and has to answer 400; let the input's schema be strict"),
  ),
  exchangeRule('routes/too-large', 'a body over the limit is 413')(
    ['too large'],
    ofTyped(({ status }) => status === 413, 'and has to answer 413; let the host read the body'),
  ),
  exchangeRule('routes/hostile-bodies', 'no body makes a handler fail')(
    ['deep json', 'hostile json'],
    failing('the body'),
  ),
  exchangeRule('routes/hostile-queries', 'no query makes a handler fail')(['hostile query'], failing('the query')),
  exchangeRule('routes/hostile-paths', 'no wildcard value makes a handler fail')(
    ['hostile path', 'unknown id'],
    failing('the path'),
  ),
  exchangeRule('routes/no-faults', 'no valid call makes a handler fail')(
    ['valid', 'repeat', 'token with scope', 'head', 'foreign id'],
    (one) => (isOtherFault(one) ? `failed with "${one.fault ?? ''}"; throw a Problem by name, or fix it` : undefined),
  ),
  exchangeRule('routes/answers-fit', 'responses match the outputs of their definitions')([], (one) =>
    isUnfit(one) ? `failed: ${one.fault ?? ''} Fix the handler or the output` : undefined,
  ),
  exchangeRule('routes/documented-errors', 'every problem of a handler is listed in its definition')([], (one) =>
    isUnnamed(one) ? `failed: ${one.fault ?? ''}` : undefined,
  ),
  exchangeRule('routes/documented-answers', 'a described route answers as documented')(['valid'], (one) => {
    const { operation } = one.route
    const isKnown =
      operation === undefined || one.status >= 400 || one.status === 0 || Object.hasOwn(operation.answers, one.status)
    return isKnown ? undefined : `${answered(one)}, which its operation does not list; add it to its answers`
  }),
  exchangeRule(
    'routes/documented-refusals',
    'a typed endpoint only answers problems that its definition or the host lists',
  )([], (one) => {
    const { route, code, status } = one
    const isHosts = code === '' || code === 'method_not_allowed' || one.situation === 'unknown token' || !isTyped(one)
    return isHosts || status >= 500 || route.documented.has(code as ErrorCode)
      ? undefined
      : `${answered(one)}, which is not documented; list it under errors`
  }),
  exchangeRule('routes/problem-bodies', 'every error of the API is a problem with a code of the catalog')([], (one) =>
    one.status < 400 ||
    !one.route.path.startsWith('/api/') ||
    one.situation === 'head' ||
    Object.hasOwn(errorCatalog, one.code)
      ? undefined
      : `${answered(one)} without a problem that has a code; throw new Problem("...") instead of building the response`,
  ),
  exchangeRule('routes/in-time', 'every call gets a response')([], (one) =>
    one.status === 0 ? "didn't respond within 5 s; respond immediately, and move long work to a job" : undefined,
  ),
]

function isTyped({ route }: Exchange): boolean {
  return route.endpoint !== undefined
}

/** A failing handler of an endpoint is reported by another rule. */
function ofTyped(isRight: (exchange: Exchange) => boolean, otherwise: string): Judge {
  return (one) =>
    !isTyped(one) || one.status >= 500 || one.status === 0 || isRight(one)
      ? undefined
      : `${answered(one)}, ${otherwise}`
}

function failing(what: string): Judge {
  return (one) =>
    isOtherFault(one) ? `failed with "${one.fault ?? ''}" because of ${what}; throw a Problem` : undefined
}

function isUnfit({ fault = '' }: Exchange): boolean {
  return fault.includes('does not match its output')
}

function isUnnamed({ fault = '' }: Exchange): boolean {
  return fault.includes('its definition does not list')
}

/** A failure that is neither of the two that have rules of their own, and no refusal by name. */
function isOtherFault(one: Exchange): boolean {
  return one.status === 500 && !isUnfit(one) && !isUnnamed(one)
}
