import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasRole, Problem, roles, type Role, type RouteRequirements } from '@host/plugin'
import { Peers } from '../../request/peers.ts'
import { openState } from '../../request/request-state.ts'
import { requireAccess } from '../../pipeline/require-access.ts'
import { scopesOf } from '../../request/route-scope.ts'
import type { Caller } from '../../request/caller.ts'
import { cappedRole, lowerRole } from './effective-rights.ts'

const role = fc.constantFrom<(Role | undefined)[]>(...roles, undefined)
const scope = fc.constantFrom('desk.read', 'desk.write', 'desk.lend', 'other.read', 'other.write')
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE')

test('of two roles the lower one counts, and none is the lowest', () => {
  fc.assert(
    fc.property(role, role, fc.constantFrom(...roles), (one, other, required) => {
      const lower = lowerRole(one, other)
      assert.equal(lower, lowerRole(other, one))
      assert.equal(hasRole(lower, required), hasRole(one, required) && hasRole(other, required))
    }),
  )
  assert.equal(lowerRole('boss' as Role, 'owner'), undefined)
  assert.equal(cappedRole('owner', undefined), 'owner')
  assert.equal(cappedRole(undefined, 'owner'), undefined)
})

test('§I37 a token has the rights shared by its scopes, its cap and its owner', () => {
  const requirement = fc.constantFrom<RouteRequirements[]>(
    { session: 'any' },
    { session: 'any', permission: 'desk.lend' },
    { session: 'required' },
    { session: 'recent' },
  )
  fc.assert(
    fc.property(fc.uniqueArray(scope), method, requirement, (scopes, verb, requirements) => {
      const isIn = isLetIn(callerWith(scopes), verb, requirements)
      const needed = scopesOf({ plugin: 'desk', method: verb, permission: requirements.permission })
      assert.equal(isIn, requirements.session === 'any' && needed.every((one) => scopes.some((held) => held === one)))
      const session = { ...callerWith(scopes), tokenId: undefined, provedAt: Date.now() }
      assert.equal(isLetIn(session, verb, requirements), true)
    }),
  )
})

test('a caller with fewer scopes is let in nowhere where one with more is not', () => {
  fc.assert(
    fc.property(fc.uniqueArray(scope), fc.uniqueArray(scope), method, (some, more, verb) => {
      const isWider = isLetIn(callerWith([...some, ...more]), verb, { session: 'any' })
      assert.ok(isWider || !isLetIn(callerWith(some), verb, { session: 'any' }))
    }),
  )
})

function callerWith(scopes: readonly string[]): Caller {
  return {
    userId: 'usr_1',
    orgId: 'org_1',
    role: 'member',
    scopes,
    isInstanceAdmin: false,
    sessionId: 'tok_1',
    tokenId: 'tok_1',
    needsSecondFactor: false,
    needsSso: false,
    csrfToken: '',
  }
}

function isLetIn(caller: Caller, verb: string, requirements: RouteRequirements): boolean {
  const state = openState(new Request('http://host.test/', { method: verb }), 'test', new Peers('', undefined))
  state.plugin = 'desk'
  try {
    requireAccess({ state, caller, clock: Date.now, agentScopes: new Set() }, requirements)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
