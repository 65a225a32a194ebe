import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { hasTier, limitOf, type Contents, type GrantFact, type OverrideFact } from './effective.ts'

const name = fc.constantFrom('links', 'reports', 'notes')
const moment = fc.integer({ min: 0, max: 20 })
const amount = fc.integer({ min: 0, max: 50 })
const grant = fc.record({ name, amount, from: moment, until: moment }, { requiredKeys: ['name', 'from'] })
const override = fc.record({ name, has: fc.boolean(), limit: amount }, { requiredKeys: ['name'] })
const plan = fc.record({
  name: fc.constant('team'),
  tiers: fc.uniqueArray(name),
  limits: fc.dictionary(name, amount),
})

const contents: fc.Arbitrary<Contents> = fc.record({
  plan: fc.option(plan, { nil: undefined }),
  own: fc.record({
    overrides: fc.uniqueArray(override as fc.Arbitrary<OverrideFact>, { selector: (each) => each.name }),
    grants: fc.array(grant as fc.Arbitrary<GrantFact>, { maxLength: 5 }),
  }),
})

const grantsOf = ({ own }: Contents, part: string, now: number) =>
  own.grants.filter((each) => each.name === part && each.from <= now && now < (each.until ?? Infinity))

suite('the contents of a plan', () => {
  test('a limit is that of the override, else of the plan, and every active grant adds to it', () => {
    fc.assert(
      fc.property(contents, name, moment, (given, part, now) => {
        const overridden = given.own.overrides.find((each) => each.name === part)?.limit
        const planned = Object.entries(given.plan?.limits ?? {}).find(([key]) => key === part)?.[1]
        const base = overridden ?? planned
        const added = grantsOf(given, part, now).reduce((sum, each) => sum + (each.amount ?? 0), 0)
        assert.equal(limitOf(given, part, now), base === undefined ? undefined : base + added)
      }),
    )
  })

  test('a tier is had by an active grant, else as the override says, else by the plan', () => {
    fc.assert(
      fc.property(contents, name, moment, (given, part, now) => {
        const overridden = given.own.overrides.find((each) => each.name === part)?.has
        const expected =
          grantsOf(given, part, now).length > 0 || (overridden ?? given.plan?.tiers.includes(part) ?? false)
        assert.equal(hasTier(given, part, now), expected)
      }),
    )
  })

  test('names of members of every object are no limits', () => {
    const empty: Contents = { plan: { name: 'a', tiers: [], limits: {} }, own: { overrides: [], grants: [] } }
    for (const part of ['constructor', 'toString', '__proto__']) assert.equal(limitOf(empty, part, 0), undefined)
  })
})
