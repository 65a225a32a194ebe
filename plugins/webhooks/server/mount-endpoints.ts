import { noContent } from '@host/plugin'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  listEvents,
  readEndpoint,
  rotateSecret,
} from '../shared.ts'
import { addEndpoint, patchEndpoint, removeEndpoint, renewSecret } from './endpoint-changes.ts'
import { listedEndpoints, shownEndpoint } from './endpoint-rows.ts'
import { eventAnswers } from './event-answers.ts'
import type { Parts } from './parts.ts'
import type { WebhooksMux } from './webhooks-mux.ts'

/** Routes of endpoints and of the available events. */
export function mountEndpoints(mux: WebhooksMux, parts: Parts): void {
  mux.endpoint(listEvents, async ({ orgId, language }) => ({
    items: await eventAnswers(parts, orgId, language),
    nextCursor: null,
  }))
  mux.endpoint(listEndpoints, async ({ db }) => ({ items: await listedEndpoints(db, parts.clock()), nextCursor: null }))
  mux.endpoint(createEndpoint, (scope) => addEndpoint(parts, scope, scope.input))
  mux.endpoint(readEndpoint, ({ db, params }) => shownEndpoint(db, params.id, parts.clock()))
  mux.endpoint(changeEndpoint, (scope) => patchEndpoint(parts, { id: scope.params.id, caller: scope }, scope.input))
  mux.endpoint(deleteEndpoint, async (scope) => {
    await removeEndpoint(parts, { id: scope.params.id, caller: scope })
    return noContent()
  })
  mux.endpoint(rotateSecret, (scope) => renewSecret(parts, { id: scope.params.id, caller: scope }))
}
