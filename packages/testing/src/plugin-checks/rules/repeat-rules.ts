import type { PluginRule } from '../plugin-rule.ts'
import { answered, exchangeRule } from './exchange-rule.ts'

const wrap = 'wrap the handler: idempotent(ctx.guard(...)), with ctx.lookup(Idempotency)'

/** Reads change nothing, and a call repeated with its key runs once. */
export const repeatRules: readonly PluginRule[] = [
  exchangeRule('routes/reads-only', 'what reads changes no row')([], (one) =>
    one.isChanged && !one.route.isMutating
      ? 'changed rows of the plugin; do so in a POST, PUT, PATCH or DELETE'
      : undefined,
  ),
  exchangeRule('routes/refused-unchanged', 'a refused call changes no row')([], (one) =>
    one.isChanged && one.status >= 400 && one.status < 500
      ? `${answered(one)} and changed rows all the same; check before anything is written, or write in scope.db.transaction`
      : undefined,
  ),
  exchangeRule('routes/failed-unchanged', 'what fails changes no row')([], (one) =>
    one.isChanged && one.status >= 500
      ? `${answered(one)} and had changed rows by then; write in scope.db.transaction, or state atomic: true`
      : undefined,
  ),
  exchangeRule('routes/replayed', 'a call that is repeated with its key is answered as the first was')(
    ['repeat'],
    (one) =>
      one.isReplayed || one.code === 'idempotency_not_kept' || one.status >= 500
        ? undefined
        : `${answered(one)} and ran again when it was repeated with its Idempotency-Key; ${wrap}`,
  ),
  exchangeRule('routes/once', 'a call that is repeated with its key changes nothing more')(['repeat'], (one) =>
    one.isChanged ? `changed rows again when it was repeated with its Idempotency-Key; ${wrap}` : undefined,
  ),
  exchangeRule('routes/other-body', 'a key that comes with another body is 422')(['repeat with another body'], (one) =>
    one.status === 422 || one.status >= 500
      ? undefined
      : `${answered(one)} to a used Idempotency-Key with another body, and has to answer 422; ${wrap}`,
  ),
  exchangeRule('routes/head', 'HEAD is answered where GET is')(['head'], (one) =>
    one.status > 0 && one.status < 400
      ? undefined
      : `${answered(one)} to HEAD and something else to GET; register it by GET and leave HEAD to the host`,
  ),
]
