/** Typed calls from the endpoint definitions of host plugins. */
export { buildRequest } from './build-request.ts'
export type { BuiltRequest, Call } from './build-request.ts'
export { createClient } from './create-client.ts'
export { ClientError } from './client-error.ts'
export type { ClientErrorCode, ClientErrorFacts } from './client-error.ts'
export type { CallArguments, CallOptions, Client, ClientOptions } from './client-options.ts'
export type { Endpoint, EndpointInput, EndpointOutput } from '@host/plugin/wire'
