import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as z from 'zod'
import * as mini from 'zod/mini'
import type { FieldProblem, Wording } from '@host/plugin'
import { fieldErrors } from '../request/field-errors.ts'

interface Validator {
  readonly '~standard': { validate(value: unknown): unknown }
}

function problems(schema: Validator, value: unknown): readonly FieldProblem[] {
  const { issues = [] } = schema['~standard'].validate(value) as { readonly issues?: Parameters<typeof fieldErrors>[1] }
  return fieldErrors([], issues, value)
}

const said = (schema: Validator, value: unknown): Wording | undefined => problems(schema, value)[0]?.message

const cases: readonly (readonly [schema: Validator, value: unknown, en: string, zh: string])[] = [
  [z.object({ a: z.string() }), {}, 'Required.', '此项缺失。'],
  [z.string(), 5, 'Must be text.', '此项应为文本。'],
  [mini.string(), 5, 'Must be text.', '此项应为文本。'],
  [z.number(), '5', 'Must be a number.', '此项应为数字。'],
  [z.int(), 5.5, 'Must be a whole number.', '此项应为整数。'],
  [z.boolean(), 1, 'Must be true or false.', '此项应为 true 或 false。'],
  [z.array(z.string()), 1, 'Must be a list.', '此项应为列表。'],
  [z.object({}), 1, 'Must be an object.', '此项应为对象。'],
  [z.nullable(z.string()), 1, 'Must be text.', '此项应为文本。'],
  [z.union([z.string(), z.number()]), true, 'Must be text or a number.', '此项应为文本或数字。'],
  [z.union([z.string().min(3), z.number()]), 'a', 'Enter at least 3 characters.', '请至少输入 3 个字符。'],
  [
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    {},
    "Doesn't match any allowed form.",
    '此项不符合任何允许的形式。',
  ],
  [z.string().min(1), '', 'Required.', '请填写此项。'],
  [z.string().max(3), 'abcd', 'Enter at most 3 characters.', '请最多输入 3 个字符。'],
  [z.string().length(1), 'ab', 'Enter exactly 1 character.', '请输入恰好 1 个字符。'],
  [mini.string().check(mini.minLength(2)), 'a', 'Enter at least 2 characters.', '请至少输入 2 个字符。'],
  [z.array(z.string()).min(1), [], 'Provide at least 1 entry.', '请至少提供 1 项。'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Provide at most 1 entry.', '请最多提供 1 项。'],
  [z.number().gte(3), 2, 'Must be at least 3.', '此项不能小于 3。'],
  [z.number().gt(3), 3, 'Must be greater than 3.', '此项必须大于 3。'],
  [z.number().lte(3), 4, 'Must be at most 3.', '此项不能大于 3。'],
  [z.number().lt(3), 3, 'Must be less than 3.', '此项必须小于 3。'],
  [
    z.date().min(new Date(0)),
    new Date(-1),
    'Must not be before 1970-01-01T00:00:00.000Z.',
    '此项不能早于 1970-01-01T00:00:00.000Z。',
  ],
  [z.number().multipleOf(5), 3, 'Must be a multiple of 5.', '此项必须是 5 的倍数。'],
  [z.email(), 'a', 'Enter a valid email, like name@example.com.', '请填写邮箱地址，例如 name@example.com。'],
  [z.url(), 'a', 'Enter a full URL, like https://example.com.', '请填写完整网址，例如 https://example.com。'],
  [z.iso.date(), 'a', 'Enter a date, like 2026-01-31.', '请填写日期，例如 2026-01-31。'],
  [z.string().regex(/^a$/), 'b', "Doesn't match the required format.", '此项不符合所要求的格式。'],
  [z.string().startsWith('ab'), 'b', 'Must start with ab.', '此项必须以 ab 开头。'],
  [z.string().endsWith('ab'), 'b', 'Must end with ab.', '此项必须以 ab 结尾。'],
  [z.enum(['red', 'blue']), 'x', 'Choose one of: red, blue.', '请选择以下之一：red、blue。'],
  [z.literal('red'), 'x', 'Must be red.', '此项应为 red。'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'Choose one of: a, b.',
    '请选择以下之一：a、b。',
  ],
  [z.record(z.string().min(2), z.string()), { a: 'x' }, 'Invalid name.', '此名称有误。'],
  [z.strictObject({}), { a: 1 }, 'Some properties are unknown.', '其中有此处未知的属性。'],
  [z.string().refine(() => false), 'a', 'Invalid value.', '此项有误。'],
]

suite('validation in our own words', () => {
  for (const [schema, value, en, zh] of cases) {
    test(en, () => assert.deepEqual(said(schema, value), { en, zh }))
  }

  test('a sentence that the author wrote stays as it is', () => {
    assert.equal(said(z.string().min(3, 'The title is short.'), 'a'), 'The title is short.')
    assert.equal(said(z.string({ error: 'A title, please.' }), 5), 'A title, please.')
    assert.equal(said(z.email('Invalid address of the bill'), 'a'), 'Invalid address of the bill')
    assert.equal(said(z.string().regex(/^a$/, 'Invalid customer number'), 'b'), 'Invalid customer number')
    assert.equal(
      said(
        z.string().refine(() => false, '请换一个。'),
        'a',
      ),
      '请换一个。',
    )
  })

  test('the sentences of other libraries pass, with any other members in their issues', () => {
    const of = (issue: object): Wording | undefined =>
      fieldErrors([], [{ message: 'As the library says', ...issue }], {})[0]?.message
    for (const issue of [
      {},
      { code: 'too_short' },
      { code: 'invalid_type', expected: 'text' },
      { code: 5 },
      { code: '__proto__' },
    ]) {
      assert.equal(of(issue), 'As the library says', JSON.stringify(issue))
    }
  })

  test('issues that are not as zod makes them get a sentence all the same', () => {
    for (const issue of [
      { code: 'too_small' },
      { code: 'too_big', maximum: {} },
      { code: 'invalid_value', values: 5 },
      { code: 'invalid_union', errors: [5] },
      { code: 'invalid_format', format: {} },
    ]) {
      const [problem] = fieldErrors([], [{ message: 'Invalid input', ...issue }], {})
      assert.ok(typeof problem?.message === 'object' && problem.message.zh !== '', JSON.stringify(issue))
    }
  })
})
