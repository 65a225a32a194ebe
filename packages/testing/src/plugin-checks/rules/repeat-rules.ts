import type { PluginRule } from '../plugin-rule.ts'
import { answered, exchangeRule } from './exchange-rule.ts'

const wrap = 'wrap the handler: idempotent(ctx.guard(...)), with ctx.lookup(Idempotency)'

/** Reads change nothing, and a call repeated with its key runs once. */
export const repeatRules: readonly PluginRule[] = [
  exchangeRule('routes/reads-only', 'a read changes no row')([], (one) =>
    one.isChanged && !one.route.isMutating
      ? 'changed rows of the plugin; use POST, PUT, PATCH, or DELETE for changes'
      : undefined,
  ),
  exchangeRule('routes/refused-unchanged', 'a refused call changes no row')([], (one) =>
    one.isChanged && one.status >= 400 && one.status < 500
      ? `${answered(one)} but changed rows; check before writing, or write in scope.db.transaction`
      : undefined,
  ),
  exchangeRule('routes/failed-unchanged', 'a failed call changes no row')([], (one) =>
    one.isChanged && one.status >= 500
      ? `${answered(one)} after changing rows; write in scope.db.transaction, or set atomic: true`
      : undefined,
  ),
  exchangeRule('routes/replayed', 'a call repeated with its key gets the first response')(['repeat'], (one) =>
    one.isReplayed || one.code === 'idempotency_not_kept' || one.status >= 500
      ? undefined
      : `${answered(one)} and ran again when it was repeated with its Idempotency-Key; ${wrap}`,
  ),
  exchangeRule('routes/once', 'a call repeated with its key changes nothing')(['repeat'], (one) =>
    one.isChanged ? `changed rows again when it was repeated with its Idempotency-Key; ${wrap}` : undefined,
  ),
  exchangeRule('routes/other-body', 'a key reused with another body is 422')(['repeat with another body'], (one) =>
    one.status === 422 || one.status >= 500
      ? undefined
      : `${answered(one)} to a used Idempotency-Key with another body instead of 422; ${wrap}`,
  ),
  exchangeRule('routes/head', 'HEAD is answered like GET')(['head'], (one) =>
    one.status > 0 && one.status < 400
      ? undefined
      : `${answered(one)} to HEAD but not to GET; register it with GET and leave HEAD to the host`,
  ),
]
