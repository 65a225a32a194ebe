import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operationName } from './operation-name.ts'

const names: Readonly<Record<string, string>> = {
  'GET /api/members': 'list_members',
  'GET /api/members/{userId}': 'read_member',
  'POST /api/members': 'create_member',
  'PATCH /api/members/{userId}': 'update_member',
  'PUT /api/features/{key}': 'set_feature',
  'DELETE /api/members/{userId}': 'delete_member',
  'DELETE /api/auth/sessions': 'delete_sessions',
  'POST /api/webhooks/{id}/test': 'test_webhook',
  'POST /api/webhooks/{id}/rotate-secret': 'rotate_secret_webhook',
  'GET /api/webhooks/{id}/deliveries': 'list_webhook_deliveries',
  'GET /api/webhooks/{id}/deliveries/{deliveryId}': 'read_webhook_delivery',
  'GET /api/audit/entries/{id}': 'read_audit_entry',
  'GET /api/audit/export': 'export_audit',
  'GET /api/search': 'search',
  'GET /api/sso': 'read_sso',
  'POST /api/sso/check': 'check_sso',
  'POST /api/auth/login': 'login',
  'POST /api/auth/login/second-factor': 'second_factor_login',
  'POST /api/auth/account/delete': 'delete_account',
  'POST /api/instance/jobs/retry': 'retry_instance_jobs',
  'GET /api/instance/jobs': 'list_instance_jobs',
  'GET /api/x/hello/greetings': 'list_greetings',
  'GET /api/x/hello/count': 'read_count',
  'GET /api/x/files/files/{path...}': 'read_file',
  'GET /api/x/mail/addresses/{id}': 'read_address',
  'GET /api/x/mail/status': 'read_status',
  'GET /hello': 'read_hello',
  'GET /{$}': 'read_root',
  '/api/x/hello/anything': 'call_anything',
}

test('An operation is named after its pattern', () => {
  const made = Object.keys(names).map((pattern) => [pattern, operationName(pattern)])
  assert.deepEqual(Object.fromEntries(made), names)
})

test('For any path, a name is at most 40 lowercase letters, digits and _, and begins with a letter', () => {
  const segment = fc.oneof(fc.stringMatching(/^[a-zA-Z-]{1,30}$/), fc.constantFrom('{id}', '短链接', 'a.b', '2fa'))
  const method = fc.constantFrom('GET ', 'POST ', 'PUT ', 'PATCH ', 'DELETE ', 'HEAD ', '')
  fc.assert(
    fc.property(method, fc.array(segment, { minLength: 1, maxLength: 7 }), (verb, parts) => {
      const distinct = parts.map((part, at) => (part === '{id}' ? `{id${at}}` : part))
      assert.match(operationName(`${verb}/${distinct.join('/')}`), /^[a-z](?:[a-z\d_]{0,38}[a-z\d])?$/)
    }),
  )
})
