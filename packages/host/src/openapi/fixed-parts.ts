/** The parts of every document that no plugin has a word in. */
import { limits, type ErrorCode } from '@host/plugin'
import type { Components } from './components.ts'
import type { JsonObject } from '../support/json.ts'

const text = { type: 'string' } as const

const problem: JsonObject = {
  type: 'object',
  description: 'A problem (RFC 9457). Branch on `code`, which is stable; the sentences are for people.',
  required: ['type', 'title', 'status', 'nextStep', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'A URI for the code, the same on every host.' },
    title: { ...text, description: "The cause, in the reader's language." },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { ...text, description: 'Details of the cause, if known.' },
    nextStep: { ...text, description: 'The next step.' },
    code: { ...text, description: 'A stable code for programs.' },
    requestId: { ...text, description: 'The ID of the request in the logs.' },
    errors: {
      type: 'array',
      description: 'The invalid fields of the request, at most 100.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { ...text, description: 'Separated by dots, such as `items.0.name`.' }, message: text },
      },
    },
    facts: {
      type: 'object',
      description:
        'Facts for programs: `feature`, `plan` and `plans` with `tier_required`; `meter`, `limit` and `used` with `quota_exceeded`. `planTitle` and `planTitles` are for people.',
      additionalProperties: true,
    },
  },
}

const headers = {
  'X-Request-Id': { description: 'The ID of the request in the logs.', schema: text },
  RateLimit: {
    description: 'State of the limit of the caller (RateLimit header fields for HTTP).',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The rate limit of the call.', schema: text },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: text },
  'Idempotency-Replayed': { description: '`true` for a stored response.', schema: { const: 'true' } },
  'Idempotency-Original-Status': {
    description: 'With the code `idempotency_not_kept`: the status of the answer that was not kept.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'Accepted credentials: `Session` for the sign-in cookie, `Bearer` for an API token.',
    schema: text,
  },
  Deprecation: { description: 'The date the operation was deprecated (RFC 9745).', schema: text },
  Sunset: { description: 'The date it may be removed (RFC 8594).', schema: text },
  Link: { description: 'The replacement, with the relation `successor-version`.', schema: text },
} satisfies Record<string, JsonObject>

/** A header that answers have. */
export type HeaderName = keyof typeof headers

/** References to headers, by name. */
export function headersOf(components: Components, names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, components.share('headers', name, () => headers[name])]))
}

/** The body of every refusal. */
export function problemSchema(components: Components): JsonObject {
  return components.share('schemas', 'Problem', () => problem)
}

/** The headers of a refusal that its codes bring along. */
export function problemHeaders(codes: readonly ErrorCode[]): readonly HeaderName[] {
  const brought = codes.flatMap((code) => byCode[code] ?? [])
  return [...new Set<HeaderName>(['X-Request-Id', ...brought])]
}

const byCode: Readonly<Partial<Record<ErrorCode, readonly HeaderName[]>>> = {
  unauthenticated: ['WWW-Authenticate'],
  idempotency_in_flight: ['Retry-After'],
  idempotency_not_kept: ['Idempotency-Original-Status'],
  too_many_requests: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  service_unavailable: ['Retry-After'],
  overloaded: ['Retry-After'],
}

/** The parameter that makes a repeated call harmless. */
export function idempotencyKey(components: Components): JsonObject {
  return components.share('parameters', 'IdempotencyKey', () => ({
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key for this call, valid for 24 hours: the call runs once, and a repeat gets the stored response.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[!-~]+$' },
  }))
}

/** The ways to name the workspace of a call. The address is for links, pictures and streams, which send no headers. */
export function workspaceNames(components: Components): readonly JsonObject[] {
  const schema = { type: 'string', maxLength: 129, pattern: '^(?:[\\w-]{1,64}|@[\\w.%-]{1,128})$' }
  return [
    components.share('parameters', 'XWorkspace', () => ({
      name: 'X-Workspace',
      in: 'header',
      description:
        'The ID of the workspace, or `@` and its slug. Without one, a session is in the workspace used last. An API token is in its own workspace.',
      schema,
    })),
    components.share('parameters', 'Workspace', () => ({
      name: 'workspace',
      in: 'query',
      description: 'The same as `X-Workspace`, for links and images, which send no headers.',
      schema,
    })),
  ]
}

/** The parameter that names an uploaded file. */
export const fileName: JsonObject = {
  name: 'X-File-Name',
  in: 'header',
  description: 'The name of the file in percent-encoded UTF-8.',
  schema: text,
}

/** How callers say who they are. @param isSecure whether the host is reached over TLS */
export function securitySchemes(isSecure: boolean): JsonObject {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: isSecure ? '__Host-session' : 'host_session',
      description: 'The session of a user who signed in with a browser.',
    },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description:
        'The CSRF token of the session, from `GET /api/auth/me`. Required for every session call that changes data.',
    },
    token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A workspace API token. It acts as its creator within its scopes and never exceeds their rights; `x-scope` names the scope a call requires.',
    },
  }
}
