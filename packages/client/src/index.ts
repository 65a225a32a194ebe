/** Typed calls from the endpoint definitions of host plugins. */
export { attempt } from './attempt.ts'
export type { Attempt, DeclaredError, Failed, GeneralError, Succeeded } from './attempt.ts'
export { buildRequest } from './build-request.ts'
export type { BuiltRequest, Call } from './build-request.ts'
export type {
  CallArguments,
  CallOptions,
  Client,
  OpenArguments,
  OpenInput,
  OpenOptions,
  OpenPattern,
  UploadCallOptions,
  UploadProgress,
} from './client.ts'
export { ClientError } from './client-error.ts'
export type { ClientErrorCode, ClientErrorFacts, ErrorWith } from './client-error.ts'
export type { ClientOptions } from './client-options.ts'
export { createClient } from './create-client.ts'
export type { ServerEvent } from './events/event-parser.ts'
export { events } from './events/events.ts'
export type { EventOptions } from './events/events.ts'
export { newIdempotencyKey } from './idempotency-key.ts'
export { isDeclared } from './is-declared.ts'
export { match } from './match.ts'
export type { Handlers } from './match.ts'
export { items, pages } from './pages.ts'
export type { ItemOf, ListEndpoint } from './pages.ts'
export type { ClientClock } from './retry/client-clock.ts'
export type { RetryOptions } from './retry/retry-options.ts'
export type { Endpoint, EndpointError, EndpointInput, EndpointOutput, Upload, UploadInput } from '@host/plugin/wire'
