/**
 * Errors of fields, in our own words and both languages.
 *
 * Standard Schema gives one message in one language. Issues of zod also describe the finding, as a code with its
 * parameters; where their message is zod's own, ours replaces it. A message that an author wrote stays, and so do those
 * of other libraries.
 */
import type { Language } from './wire-types.ts'
import { otherForm, textForms } from './issue-formats.ts'

/**
 * An issue as far as it is sure to be one; the rest of it is looked at with care.
 * @since 1.0.0
 */
export type IssueFacts = Readonly<Record<string, unknown>>

type Sentence = Readonly<Record<Language, string>>

/** How many choices a sentence lists. */
const mostChoices = 12

/**
 * The sentence for an issue; undefined for one with its own message. The host and the forms of a page use the same.
 * @param value the value at the issue's path
 * @since 1.0.0
 */
export function issueSentence(issue: IssueFacts, value: unknown): Sentence | undefined {
  const describe = sentences.get(String(issue['code']))
  return describe === undefined || !isLibraryMessage(issue) ? undefined : describe(issue, value)
}

const sentences: ReadonlyMap<string, (issue: IssueFacts, value: unknown) => Sentence> = new Map([
  ['invalid_type', ofType],
  ['too_small', (issue) => ofSize(issue, 'least')],
  ['too_big', (issue) => ofSize(issue, 'most')],
  ['invalid_format', ofForm],
  ['not_multiple_of', ofMultiple],
  ['unrecognized_keys', () => ({ en: 'Some properties are unknown.', zh: '其中有此处未知的属性。' })],
  ['invalid_union', ofUnion],
  ['invalid_value', ({ values }) => ofChoice(values)],
  ['invalid_key', () => ({ en: 'Invalid name.', zh: '此名称有误。' })],
  ['invalid_element', () => ({ en: 'An entry is invalid.', zh: '其中有一项有误。' })],
  ['custom', () => wrong],
  ['nothing_expected', () => ({ en: 'No value expected.', zh: '此处无需提供任何内容。' })],
])

const wrong: Sentence = { en: 'Invalid value.', zh: '此项有误。' }
const missing: Sentence = { en: 'Required.', zh: '此项缺失。' }

/** Names of types by zod's: Chinese ones that begin with a Latin letter have their own leading space. */
const typeNames: ReadonlyMap<string, Sentence> = new Map([
  ['string', { en: 'text', zh: '文本' }],
  ['number', { en: 'a number', zh: '数字' }],
  ['int', { en: 'a whole number', zh: '整数' }],
  ['bigint', { en: 'a whole number', zh: '整数' }],
  ['boolean', { en: 'true or false', zh: ' true 或 false' }],
  ['null', { en: 'null', zh: ' null' }],
  ['date', { en: 'a date', zh: '日期' }],
  ['array', { en: 'a list', zh: '列表' }],
  ['tuple', { en: 'a list', zh: '列表' }],
  ['set', { en: 'a list', zh: '列表' }],
  ['object', { en: 'an object', zh: '对象' }],
  ['record', { en: 'an object', zh: '对象' }],
  ['map', { en: 'an object', zh: '对象' }],
  ['file', { en: 'a file', zh: '文件' }],
])

/** How zod's own messages begin, in English. */
const libraryBeginnings = [
  'Invalid input: ',
  'Invalid option: expected one of ',
  'Invalid discriminator value. ',
  'Too small: expected ',
  'Too big: expected ',
  'Invalid number: must be a multiple of ',
  'Invalid string: must ',
  'Unrecognized key: ',
  'Unrecognized keys: ',
] as const
/** Those that stand alone, the first of them without any language. */
const libraryMessage = /^(?:Invalid input|Invalid (?:key|value) in \w+|Nothing is expected here\.)$/

function isLibraryMessage({ message, format }: IssueFacts): boolean {
  if (typeof message !== 'string' || libraryMessage.test(message)) return true
  if (libraryBeginnings.some((beginning) => message.startsWith(beginning))) return true
  const known = textForms.get(String(format))?.zod ?? String(format)
  return message === `Invalid ${known}`
}

function ofType({ expected }: IssueFacts, value: unknown): Sentence {
  if (value === undefined || expected === 'nonoptional') return missing
  const name = typeNames.get(String(expected))
  return name === undefined ? wrong : mustBe([name])
}

function mustBe(names: readonly Sentence[]): Sentence {
  return {
    en: `Must be ${names.map(({ en }) => en).join(' or ')}.`,
    zh: `此项应为${names.map(({ zh }) => zh).join('或')}。`,
  }
}

function ofUnion({ errors, options, discriminator }: IssueFacts, value: unknown): Sentence {
  if (typeof discriminator === 'string') return ofChoice(options)
  if (value === undefined) return missing
  const names = Array.isArray(errors) ? errors.map(typeOf) : []
  if (names.length > 0 && names.every((name) => name !== undefined)) return mustBe([...new Set(names)])
  return { en: "Doesn't match any allowed form.", zh: '此项不符合任何允许的形式。' }
}

/** The type that a branch of a union asks for, when that is all it has to say. */
function typeOf(branch: unknown): Sentence | undefined {
  const [issue, ...others] = Array.isArray(branch) ? (branch as readonly IssueFacts[]) : []
  const isType = issue?.['code'] === 'invalid_type' && others.length === 0
  const isWhole = isType && Array.isArray(issue['path']) && issue['path'].length === 0
  return isWhole ? typeNames.get(String(issue['expected'])) : undefined
}

function ofChoice(values: unknown): Sentence {
  if (!Array.isArray(values) || values.length === 0) return wrong
  const texts = values.slice(0, mostChoices).map(String)
  if (values.length > mostChoices) texts.push('…')
  if (texts.length === 1) return { en: `Must be ${texts[0]}.`, zh: `此项应为 ${texts[0]}。` }
  return { en: `Choose one of: ${texts.join(', ')}.`, zh: `请选择以下之一：${texts.join('、')}。` }
}

function ofMultiple({ divisor }: IssueFacts): Sentence {
  return { en: `Must be a multiple of ${String(divisor)}.`, zh: `此项必须是 ${String(divisor)} 的倍数。` }
}

function ofForm({ format, prefix, suffix, includes }: IssueFacts): Sentence {
  if (typeof prefix === 'string') return { en: `Must start with ${prefix}.`, zh: `此项必须以 ${prefix} 开头。` }
  if (typeof suffix === 'string') return { en: `Must end with ${suffix}.`, zh: `此项必须以 ${suffix} 结尾。` }
  if (typeof includes === 'string') return { en: `Must contain ${includes}.`, zh: `此项必须包含 ${includes}。` }
  const { en, zh } = textForms.get(String(format)) ?? otherForm
  return { en, zh }
}

function ofSize({ origin, minimum, maximum, inclusive, exact }: IssueFacts, bound: Bound): Sentence {
  const size = bound === 'least' ? minimum : maximum
  if (typeof size !== 'number' && typeof size !== 'bigint') return wrong
  if (origin === 'date') return ofDate(Number(size), bound)
  const how = exact === true ? 'exactly' : bound
  if (origin === 'string') return ofLength(Number(size), how)
  if (['array', 'set', 'map', 'file'].includes(String(origin))) return ofCount(Number(size), how, origin === 'file')
  return ofNumber(String(size), bound, inclusive !== false)
}

type Bound = 'least' | 'most'

function ofLength(size: number, how: Bound | 'exactly'): Sentence {
  if (how === 'least' && size === 1) return { en: 'Required.', zh: '请填写此项。' }
  const en = `${size} ${size === 1 ? 'character' : 'characters'}`
  if (how === 'exactly') return { en: `Enter exactly ${en}.`, zh: `请输入恰好 ${size} 个字符。` }
  return how === 'least'
    ? { en: `Enter at least ${en}.`, zh: `请至少输入 ${size} 个字符。` }
    : { en: `Enter at most ${en}.`, zh: `请最多输入 ${size} 个字符。` }
}

function ofCount(size: number, how: Bound | 'exactly', isFile: boolean): Sentence {
  const [one, many, unit] = isFile ? ['byte', 'bytes', '字节'] : ['entry', 'entries', '项']
  const en = `${size} ${size === 1 ? one : many}`
  if (how === 'exactly') return { en: `Provide exactly ${en}.`, zh: `请提供恰好 ${size} ${unit}。` }
  return how === 'least'
    ? { en: `Provide at least ${en}.`, zh: `请至少提供 ${size} ${unit}。` }
    : { en: `Provide at most ${en}.`, zh: `请最多提供 ${size} ${unit}。` }
}

function ofNumber(size: string, bound: Bound, isInclusive: boolean): Sentence {
  if (bound === 'least') {
    return isInclusive
      ? { en: `Must be at least ${size}.`, zh: `此项不能小于 ${size}。` }
      : { en: `Must be greater than ${size}.`, zh: `此项必须大于 ${size}。` }
  }
  return isInclusive
    ? { en: `Must be at most ${size}.`, zh: `此项不能大于 ${size}。` }
    : { en: `Must be less than ${size}.`, zh: `此项必须小于 ${size}。` }
}

function ofDate(moment: number, bound: Bound): Sentence {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return wrong
  const text = date.toISOString()
  return bound === 'least'
    ? { en: `Must not be before ${text}.`, zh: `此项不能早于 ${text}。` }
    : { en: `Must not be after ${text}.`, zh: `此项不能晚于 ${text}。` }
}
