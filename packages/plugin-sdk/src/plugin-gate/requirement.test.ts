import { expect, test } from 'vitest'
import { unmetRequirement } from './requirement.ts'

test.each([
  [[], { role: null }, undefined],
  [[{ requiredRole: 'admin' as const }], { role: 'admin' as const }, undefined],
  [[{ requiredRole: 'admin' as const }], { role: 'member' as const }, 'denied'],
  [[{ requiredRole: 'member' as const }], { role: null }, 'denied'],
  [[{ requiredRole: 'member' as const }, { requiredRole: 'owner' as const }], { role: 'admin' as const }, 'denied'],
  [[{ requiredTier: 'pro' }], { role: 'owner' as const, tiers: ['pro'] }, undefined],
  [[{ requiredTier: 'pro' }], { role: 'owner' as const, tiers: [] }, 'locked'],
  [[{ requiredTier: 'pro' }, { requiredTier: 'team' }], { role: 'owner' as const, tiers: ['pro'] }, 'locked'],
  [[{ requiredTier: 'pro', requiredRole: 'owner' as const }], { role: 'member' as const, tiers: [] }, 'denied'],
])('%j for %j is %s', (requirements, reader, unmet) => {
  expect(unmetRequirement(requirements, reader)).toBe(unmet)
})

test('an unknown tier is left to the server', () => {
  expect(unmetRequirement([{ requiredTier: 'pro' }], { role: 'owner' })).toBeUndefined()
})
