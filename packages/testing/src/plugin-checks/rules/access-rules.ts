import type { Exchange, UnknownAnswer } from '../live/live-facts.ts'
import { liveRule, type PluginRule } from '../plugin-rule.ts'
import { answered, exchangeRule, type Judge } from './exchange-rule.ts'

/** Access, checked on every route. */
export const accessRules: readonly PluginRule[] = [
  liveRule(
    'routes/public-writes',
    'a route that is not a typed endpoint and changes something has a guard',
    (live, facts) =>
      live.routes
        .filter(({ audience, endpoint, isMutating }) => audience === 'public' && endpoint === undefined && isMutating)
        .map(({ pattern }) => ({
          ...facts.locate(pattern),
          message: `"${pattern}" is public; wrap its handler in ctx.guard, or define it as an endpoint with audience: 'public'.`,
        })),
  ),
  exchangeRule('routes/anonymous', 'anonymous clients get 401 from every route that is not public')(
    ['anonymous'],
    expect((one) => one.status === 401, 'and has to answer 401; put the handler behind ctx.guard'),
  ),
  exchangeRule('routes/role', 'a role that is too low gets 403')(
    ['below role'],
    expect((one) => one.status === 403, 'and has to answer 403; state the role at the guard'),
  ),
  exchangeRule('routes/instance-admin', 'the console requires an instance admin')(
    ['no instance admin'],
    expect((one) => one.status === 403, 'and has to answer 403; put the handler behind InstanceGuard'),
  ),
  exchangeRule('routes/no-workspace', 'a session without a workspace gets 403')(
    ['no workspace'],
    expect((one) => one.status === 403, 'and has to answer 403 no_workspace; put the handler behind ctx.guard'),
  ),
  exchangeRule('routes/token-scope', 'an API token without the scope gets 403')(
    ['token without scope'],
    expect((one) => one.status === 403, 'and has to answer 403; put the handler behind a guard of the host'),
  ),
  // A client that keeps sending an invalid one must wait.
  exchangeRule('routes/unknown-token', 'an invalid API token gets 401')(
    ['unknown token'],
    expect(
      (one) => one.status === 401 || one.status === 429,
      'and has to answer 401; put the handler behind a guard of the host',
    ),
  ),
  exchangeRule('routes/fitting-token', 'an API token with the scope is accepted')(
    ['token with scope'],
    expect(
      ({ status }) => status !== 401 && status !== 403,
      'and has to let it in; check nothing but the scope that the guard names',
    ),
  ),
  exchangeRule('routes/admitted', 'a user with the role is accepted')(
    ['valid'],
    expect((one) => !isRefused(one), 'and has to let them in; ask no more of the caller than the guard does'),
  ),
  exchangeRule('routes/csrf-token', 'a change without the CSRF token gets 403')(
    ['no csrf token'],
    expect((one) => one.status === 403, 'and has to answer 403'),
  ),
  exchangeRule('routes/foreign-origin', 'a change from another origin gets 403')(
    ['foreign origin'],
    expect((one) => one.status === 403, 'and has to answer 403'),
  ),
  exchangeRule('routes/foreign-id', 'a record of another workspace is answered like one that never existed')(
    ['foreign id'],
    (one) => {
      const { unknown } = one
      if (unknown === undefined || isSameAnswer(one, unknown)) return undefined
      return `${answered(one)} for an id of another workspace in ${unknown.place}, and ${unknown.status} for one that doesn't exist; query through scope.db`
    },
  ),
  exchangeRule('routes/foreign-change', 'no call changes records of another workspace')(['foreign id'], (one) =>
    one.isChanged && one.route.wildcards.length > 0
      ? 'changed rows when it was called with an id of another workspace; query through scope.db'
      : undefined,
  ),
  exchangeRule('routes/unknown-id', 'a missing record is 404')(['unknown id'], (one) =>
    ['GET', 'PATCH', 'POST'].includes(one.route.method) && one.status >= 200 && one.status < 300
      ? `${answered(one)} for an id that doesn't exist; throw new Problem("not_found")`
      : undefined,
  ),
  exchangeRule('routes/switched-off', 'a feature that is switched off is 404 before its handler runs')(
    ['switched off'],
    expect(
      (one) => one.status === 404 && one.code === 'feature_disabled',
      'and has to answer 404 feature_disabled; put the handler behind ctx.guard',
    ),
  ),
  exchangeRule('routes/switched-elsewhere', 'switching a feature off touches no other workspace')(
    ['switched off elsewhere'],
    expect((one) => one.code !== 'feature_disabled', 'and has to go on there; keep no state over workspaces'),
  ),
  exchangeRule('routes/wrong-method', 'an unsupported method is 405 with the supported ones')(
    ['wrong method'],
    expect(
      (one) => one.status === 405 && one.allow !== '',
      'and has to answer 405 with Allow; name the method in the pattern',
    ),
  ),
]

/** Whether two answers say the same; a new record has an id and times of its own. */
function isSameAnswer(one: Exchange, other: UnknownAnswer): boolean {
  return one.status === other.status && withoutNew(one.body) === withoutNew(other.body)
}

function withoutNew(body: string): string {
  return body
    .replaceAll(/\b[a-z]{1,16}_[0-9a-hjkmnp-tv-z]{26}\b/g, '(id)')
    .replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '(time)')
}

function expect(isRight: (exchange: Exchange) => boolean, otherwise: string): Judge {
  return (one) => (one.status === 0 || one.status >= 500 || isRight(one) ? undefined : `${answered(one)}, ${otherwise}`)
}

/** A handler may refuse one of its calls by name; the guard's refusals are for those without the role. */
function isRefused({ code, route }: Exchange): boolean {
  const named: readonly string[] = route.endpoint?.errors ?? []
  return (code === 'unauthenticated' || code === 'forbidden') && !named.includes(code)
}
