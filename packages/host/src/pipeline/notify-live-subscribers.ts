/**
 * A typed endpoint that publishes the changes of its calls. It wraps all other wrappers of the handler: published
 * changes are committed, and a replayed answer has changed nothing.
 */
import type { Endpoint } from '@host/plugin'
import { parsePattern, plainAnswer } from '@host/plugin/platform'
import { andThen } from '../request/and-then.ts'
import type { PublicScope } from '../request/request-scope.ts'
import type { AnyHandler } from './mounted-route.ts'
import { requestCaller } from '../request/request-state.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { toInstance } from '../live/live-message.ts'
import { requirePaths } from '../live/require-paths.ts'
import { resourcePath } from '../live/resource-path.ts'
import { tabOf } from '../live/tab-of.ts'

/** The hub, the feature, and the paths that change with every change of the plugin. */
export interface TellOptions {
  readonly live: Pick<LiveHub, 'isHeard' | 'tell'>
  readonly feature: string | undefined
  readonly contributed: readonly string[]
}

/** @throws TypeError for `changes` that are not paths of the API */
export function notifyLiveSubscribers(
  endpoint: Endpoint,
  { live, feature, contributed }: TellOptions,
  handler: AnyHandler,
): AnyHandler {
  const { changes = [], audience } = endpoint
  if (changes === false) return handler
  requirePaths(changes)
  const paths = [...new Set([resourcePath(parsePattern(endpoint.pattern)), ...changes, ...contributed])]
  // A workspace's switch touches neither the console nor a person's own affairs.
  const gate = audience === 'workspace' ? feature : undefined
  const telling = (scope: PublicScope): ReturnType<AnyHandler> =>
    andThen(handler(scope), (response) => {
      const to = live.isHeard && isChange(response) ? receiverOf(audience, scope.request) : undefined
      if (to !== undefined) live.tell({ to, paths, feature: gate, by: tabOf(scope.request) })
      return response
    })
  return Object.freeze(Object.assign(telling, handler))
}

function isChange(response: Response): boolean {
  if (response.status < 200 || response.status > 299) return false
  const plain = plainAnswer(response)
  return plain === undefined
    ? !response.headers.has('idempotency-replayed')
    : plain.headers['idempotency-replayed'] === undefined
}

/** Changes of a workspace go to the workspace, personal ones to their user, and those of the instance to its admins. */
function receiverOf(audience: Endpoint['audience'], request: Request): string | undefined {
  if (audience === 'instance') return toInstance
  const caller = requestCaller(request)
  return audience === 'workspace' ? caller?.orgId : caller?.userId
}
