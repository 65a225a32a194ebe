/** The parts of every document that no plugin has a word in. */
import { limits, type ErrorCode } from '@host/plugin'
import type { Components } from './components.ts'
import type { JsonObject } from './json.ts'

const text = { type: 'string' } as const

const problem: JsonObject = {
  type: 'object',
  description: 'Why a call was refused (RFC 9457). Branch on `code`, which is stable; the sentences are for people.',
  required: ['type', 'title', 'status', 'nextStep', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'A URI for the code, the same on every host.' },
    title: { ...text, description: "The cause, in the reader's language." },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { ...text, description: 'The cause, if more is known than the title.' },
    nextStep: { ...text, description: 'The next step.' },
    code: { ...text, description: 'Stable code for programs.' },
    requestId: { ...text, description: 'Names the request in the logs.' },
    errors: {
      type: 'array',
      description: 'The wrong fields of the request, at most a hundred.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { ...text, description: 'In dots, such as `items.0.name`.' }, message: text },
      },
    },
  },
}

const headers = {
  'X-Request-Id': { description: 'Names the request in the logs.', schema: text },
  RateLimit: {
    description: 'State of the limit of the caller (RateLimit header fields for HTTP).',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limit that the call counts against.', schema: text },
  'Retry-After': { description: 'Seconds after which a repeat is worth the while.', schema: text },
  'Idempotency-Replayed': { description: '`true` when the answer was stored before.', schema: { const: 'true' } },
  'Idempotency-Original-Status': {
    description: 'With the code `idempotency_not_kept`: the status of the answer that was not kept.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'Accepted credentials: `Session` is the cookie of a sign-in, `Bearer` an API token.',
    schema: text,
  },
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: text },
  Sunset: { description: 'When it may be gone (RFC 8594).', schema: text },
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
      'A text of your own that names this call, kept for 24 hours: the call runs once, and a repeat is given the stored answer.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[!-~]+$' },
  }))
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
        'The token of the session, from `GET /api/auth/me`, with every call of a session that changes something.',
    },
    token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API token of a workspace. It acts for its creator, within its scopes and their rights; `x-scope` names the scope that a call requires.',
    },
  }
}
