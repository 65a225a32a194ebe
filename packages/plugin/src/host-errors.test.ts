import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalog } from './error-catalog.ts'
import type { ErrorCode } from './errors.ts'
import { hostErrors, type RefusalFacts } from './host-errors.ts'

const everywhere: readonly ErrorCode[] = [
  'bad_request',
  'unauthenticated',
  'request_timeout',
  'body_too_large',
  'expectation_failed',
  'headers_too_large',
  'internal',
  'service_unavailable',
  'overloaded',
  'timeout',
]

/** Codes in addition to the refusals of every call. */
function besides(facts: RefusalFacts): readonly ErrorCode[] {
  return hostErrors(facts).filter((code) => !everywhere.includes(code))
}

test('§A6 every call can meet the socket, the session and the end of the host', () => {
  const raw = hostErrors({ pattern: 'GET /hello', audience: 'public', isCore: true })
  assert.deepEqual(raw, everywhere)
})

test('A member who reads meets the guard, the gate and the limit', () => {
  assert.deepEqual(besides({ pattern: 'GET /api/notes', audience: 'workspace', input: {} }), [
    'invalid_input',
    'no_workspace',
    'second_factor_required',
    'sso_required',
    'scope_required',
    'feature_disabled',
    'too_many_requests',
  ])
})

test('A change of a workspace also passes CSRF, idempotency and body reading', () => {
  const read = new Set(besides({ pattern: 'GET /api/notes', audience: 'workspace', input: {} }))
  const changed = besides({ pattern: 'POST /api/notes', audience: 'workspace', input: {} })
  assert.deepEqual(
    changed.filter((code) => !read.has(code)),
    [
      'session_required',
      'workspace_suspended',
      'csrf_origin',
      'csrf_token',
      'idempotency_in_flight',
      'idempotency_not_kept',
      'unsupported_media_type',
      'unprocessable',
      'idempotency_caller_mismatch',
    ],
  )
})

test('§A6 role, permission, tier, session and wildcards each bring their own', () => {
  const usual = { pattern: 'GET /api/notes', audience: 'workspace' } as const
  const plain = besides(usual)
  const added = (facts: Partial<RefusalFacts>): readonly ErrorCode[] =>
    besides({ ...usual, ...facts }).filter((code) => !plain.includes(code))
  assert.deepEqual(added({ role: 'member' }), [])
  assert.deepEqual(added({ role: 'admin' }), ['forbidden'])
  const ofOwner = besides({ ...usual, audience: 'owner' })
  assert.deepEqual(
    ofOwner.filter((code) => !plain.includes(code)),
    ['forbidden', 'session_required', 'reauthentication_required'],
  )
  assert.equal(ofOwner.includes('scope_required'), false, 'no token gets in')
  assert.deepEqual(added({ revealsSecret: true }), ['reauthentication_required'])
  assert.deepEqual(added({ agents: false }), ['session_required'])
  assert.deepEqual(added({ audit: 'notes.exported' }), ['session_required'], 'an export refuses agents')
  assert.deepEqual(added({ permission: 'notes.write' }), ['forbidden'])
  assert.deepEqual(added({ tier: 'pro' }), ['tier_required'])
  assert.deepEqual(added({ session: 'required' }), ['session_required'])
  assert.deepEqual(added({ session: 'recent' }), ['session_required', 'reauthentication_required'])
  assert.deepEqual(added({ pattern: 'GET /api/notes/{id}' }), ['not_found'])
  assert.deepEqual(added({ mcp: { approval: true } }), ['approval_required'])
  assert.deepEqual(added({ mcp: true }), [])
  assert.equal(besides({ ...usual, session: 'required', mcp: { approval: true } }).includes('approval_required'), false)
  assert.equal(besides({ ...usual, session: 'required' }).includes('scope_required'), false)
  assert.equal(besides({ ...usual, rateLimit: 'none' }).includes('too_many_requests'), false)
  assert.equal(besides({ ...usual, isCore: true }).includes('feature_disabled'), false)
})

test("A person's own affairs take a session and belong to no workspace unless the path names one", () => {
  assert.deepEqual(besides({ pattern: 'PATCH /api/auth/profile', audience: 'user' }), [
    'forbidden',
    'session_required',
    'csrf_origin',
    'csrf_token',
    'too_many_requests',
  ])
  assert.deepEqual(besides({ pattern: 'GET /api/auth/me', audience: 'user', confined: 'allowed' }), [
    'session_required',
    'too_many_requests',
  ])
  assert.deepEqual(besides({ pattern: 'GET /api/workspaces/{id}', audience: 'user', confined: 'allowed' }), [
    'session_required',
    'sso_required',
    'not_found',
    'too_many_requests',
  ])
})

test('The console asks for an instance admin with a second factor and takes tokens', () => {
  assert.deepEqual(besides({ pattern: 'GET /api/instance/jobs', audience: 'instance' }), [
    'forbidden',
    'second_factor_required',
    'scope_required',
    'too_many_requests',
  ])
})

test('The codes stand in the order of their status', () => {
  const facts = {
    pattern: 'POST /api/notes/{id}',
    audience: 'owner',
    tier: 'pro',
    input: {},
    session: 'recent',
  } as const
  const statuses = hostErrors(facts).map((code) => errorCatalog[code].status)
  assert.deepEqual(
    statuses,
    statuses.toSorted((a, b) => a - b),
  )
})
