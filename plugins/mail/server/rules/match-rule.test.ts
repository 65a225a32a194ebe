import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { ruleFields, type RuleActions, type RuleCondition } from '../../shared.ts'
import { matchesRule, runRules, type ActiveRule, type RuleFacts } from './match-rule.ts'

const facts: RuleFacts = {
  from: 'ada@sender.example',
  to: ['info@acme.example', 'team@acme.example'],
  subject: 'Rechnung Nr. 5 (ÄRGER)',
  list: 'dev.lists.example',
  hasAttachment: true,
}

const one = (condition: RuleCondition): boolean => matchesRule({ match: 'all', conditions: [condition] }, facts)

suite('conditions', () => {
  test('compare plain text without case, each recipient for itself', () => {
    assert.ok(one({ field: 'from', comparison: 'equals', text: 'ADA@sender.example' }))
    assert.ok(!one({ field: 'from', comparison: 'equals', text: 'sender.example' }))
    assert.ok(one({ field: 'from', comparison: 'contains', text: '@sender.' }))
    assert.ok(one({ field: 'to', comparison: 'equals', text: 'team@acme.example' }))
    assert.ok(one({ field: 'subject', comparison: 'contains', text: 'ärger' }))
    assert.ok(one({ field: 'list', comparison: 'equals', text: 'dev.lists.example' }))
    assert.ok(one({ field: 'attachment' }))
    assert.ok(!one({ field: 'attachment', isNot: true }))
    assert.ok(one({ field: 'list', comparison: 'equals', text: 'other', isNot: true }))
  })

  test('know no patterns: every character stands for itself', () => {
    for (const text of ['.*', '^', '%', '_', '(a+)+$', '\\d']) {
      assert.ok(!one({ field: 'from', comparison: 'contains', text }), text)
    }
    assert.ok(one({ field: 'subject', comparison: 'contains', text: '. 5 (' }))
  })
})

const text = fc.constantFrom('a', 'b', 'ab', 'c')
const someFacts = fc.record({ from: text, to: fc.array(text), subject: text, list: text, hasAttachment: fc.boolean() })
const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...ruleFields),
    comparison: fc.constantFrom('contains', 'equals'),
    text,
    isNot: fc.boolean(),
  }),
  fc.record({ field: fc.constant('attachment'), isNot: fc.boolean() }),
)
const actions: fc.Arbitrary<RuleActions> = fc.record(
  {
    labelIds: fc.array(fc.constantFrom('l1', 'l2', 'l3')),
    folder: fc.constantFrom('archive', 'trash', 'spam'),
    markRead: fc.boolean(),
    forwardIds: fc.array(fc.constantFrom('f1', 'f2')),
    stop: fc.boolean(),
  },
  { requiredKeys: [] },
)
const rule: fc.Arbitrary<ActiveRule> = fc.record({
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
  actions,
})
const rules = fc.array(rule, { maxLength: 8 })

suite('rules in order', () => {
  test('rules after one that stops change nothing', () => {
    fc.assert(
      fc.property(rules, rules, someFacts, (first, rest, given) => {
        const last = first.findIndex((each) => matchesRule(each, given) && each.actions.stop === true)
        fc.pre(last !== -1)
        assert.deepEqual(runRules([...first, ...rest], given), runRules(first.slice(0, last + 1), given))
      }),
    )
  })

  test('rules that do not match change nothing, wherever they are', () => {
    fc.assert(
      fc.property(rules, someFacts, (all, given) => {
        assert.deepEqual(
          runRules(all, given),
          runRules(
            all.filter((each) => matchesRule(each, given)),
            given,
          ),
        )
      }),
    )
  })

  test('without a stop, all labels count and the last folder does', () => {
    fc.assert(
      fc.property(rules, someFacts, (all, given) => {
        const matching = all
          .map((each) => ({ ...each, actions: { ...each.actions, stop: false } }))
          .filter((each) => matchesRule(each, given))
        const outcome = runRules(matching, given)
        assert.deepEqual(new Set(outcome.labelIds), new Set(matching.flatMap((each) => each.actions.labelIds ?? [])))
        assert.equal(outcome.folder, matching.flatMap((each) => each.actions.folder ?? []).at(-1))
        assert.equal(
          outcome.isRead,
          matching.some((each) => each.actions.markRead),
        )
      }),
    )
  })

  test('a negated condition holds exactly where it does not hold plainly', () => {
    fc.assert(
      fc.property(condition, someFacts, (given, about) => {
        const holds = (isNot: boolean) => matchesRule({ match: 'any', conditions: [{ ...given, isNot }] }, about)
        assert.notEqual(holds(true), holds(false))
      }),
    )
  })
})
