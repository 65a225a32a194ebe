import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRole, roles, type Role } from './roles.ts'

test('§5.3 owner outranks admin outranks member', () => {
  const enough = roles.flatMap((role) =>
    roles.filter((required) => hasRole(role, required)).map((required) => `${role}>=${required}`),
  )
  assert.deepEqual(enough, [
    'owner>=owner',
    'owner>=admin',
    'owner>=member',
    'admin>=admin',
    'admin>=member',
    'member>=member',
  ])
})

test('§I33 no role and an unknown role are never enough', () => {
  assert.equal(hasRole(undefined, 'member'), false)
  assert.equal(hasRole('root' as Role, 'member'), false)
})
