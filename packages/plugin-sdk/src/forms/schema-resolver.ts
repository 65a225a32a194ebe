import type { FieldErrors, Resolver } from 'react-hook-form'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { issueSentence, type IssueFacts, type Language } from '@host/plugin/wire'
import { dayProblem } from '../dates/day-problem.ts'
import { localeOf } from '../dates/local-day.ts'
import { colorProblem } from '../fields/color-text.ts'
import { moneyProblem } from '../fields/money.ts'
import { currencyOf, inputOf, isLeftEmpty, isMoney, isText, type DraftValues, type ValueField } from './form-values.ts'

type Issue = StandardSchemaV1.Issue
type Errors = Record<
  string,
  { readonly type: string; readonly message: string; readonly types: Record<string, string> }
>

/** The fields of a form, their initial control values, and values without a control. */
export interface Loaded {
  readonly fields: readonly ValueField[]
  readonly loaded: Readonly<DraftValues>
  readonly given?: Readonly<Record<string, unknown>>
}

/** Key of errors that concern no single field; errors under `root` would be cleared on submit. */
export const wholeForm = '$form'

/**
 * Validates with the schema and words errors as the server does, in both languages, so that switching the language also
 * switches the errors shown.
 */
export function schemaResolver(
  schema: StandardSchemaV1,
  { fields, loaded, given }: Loaded,
): Resolver<DraftValues, unknown, DraftValues> {
  return async (draft) => {
    const input = { ...given, ...inputOf(fields, draft, loaded) }
    const empty = fields.filter((field) => isLeftEmpty(field, draft, loaded))
    const { issues = [] } = await schema['~standard'].validate(input)
    const errors: Errors = {}
    for (const field of empty) errors[field.name] = errorIn(isText(field) ? nothingWritten : nothingChosen, 'empty')
    for (const field of fields) {
      const sentence = unreadable(field, draft)
      if (sentence !== undefined) errors[field.name] ??= errorIn(sentence, field.control)
    }
    for (const issue of issues) {
      const name = nameOf(issue, fields)
      errors[name] ??= errorOf(issue, valueAt(issue, input))
    }
    if (Object.keys(errors).length === 0) return { values: input, errors: {} }
    return { values: {}, errors: errors as FieldErrors<DraftValues> }
  }
}

/** The error of text that a control passes on although it can't read it. */
function unreadable(field: ValueField, draft: DraftValues): Sentence | undefined {
  const value = draft[field.name]
  if (field.control === 'date') return dayProblem(String(value), field.days)
  if (field.control === 'color') return colorProblem(String(value))
  if (field.control !== 'money' || value === null || value === undefined) return undefined
  const amount = isMoney(value) ? value.amount : Number(value)
  const money = { amount, currency: currencyOf(field, value, draft) }
  const [en, zh] = [moneyProblem(money, localeOf('en')), moneyProblem(money, localeOf('zh'))]
  return en === undefined || zh === undefined ? undefined : { en: en.en, zh: zh.zh }
}

type Sentence = Readonly<Record<Language, string>>

const nothingWritten: Sentence = { en: 'Required.', zh: '请填写此项。' }
const nothingChosen: Sentence = { en: 'Choose something here.', zh: '请选择此项。' }

function errorIn(sentence: Sentence, type: string): Errors[string] {
  return { type, message: sentence.en, types: { ...sentence } }
}

function errorOf(issue: Issue, value: unknown): Errors[string] {
  const sentence = issueSentence(issue as unknown as IssueFacts, value) ?? { en: issue.message, zh: issue.message }
  return errorIn(naming(itemAt(issue, value), sentence), 'schema')
}

/** The wrong one of several values that share a control, such as addresses in lines. */
function itemAt(issue: Issue, value: unknown): string | undefined {
  const [, index, ...below] = keysOf(issue)
  return typeof index === 'number' && below.length === 0 && typeof value === 'string' ? value : undefined
}

const longestItem = 60

function naming(item: string | undefined, { en, zh }: Sentence): Sentence {
  if (item === undefined) return { en, zh }
  const name = item.length > longestItem ? `${item.slice(0, longestItem)}…` : item
  return { en: `${name}: ${en}`, zh: `${name}：${zh}` }
}

function nameOf(issue: Issue, fields: readonly ValueField[]): string {
  const [first] = keysOf(issue)
  return fields.find(({ name }) => name === first)?.name ?? wholeForm
}

function valueAt(issue: Issue, input: unknown): unknown {
  return keysOf(issue).reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as DraftValues)[String(key)] : undefined),
    input,
  )
}

function keysOf({ path = [] }: Issue): readonly PropertyKey[] {
  return path.map((part) => (typeof part === 'object' ? part.key : part))
}
