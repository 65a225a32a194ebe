import { Problem, type FieldProblem } from '@host/plugin'
import type { EmailTemplate, EmailTexts } from '@host/plugin/platform'

// bounded: a name has at most forty characters.
const variable = /\{\{ {0,4}([a-z][a-zA-Z0-9_]{0,39}) {0,4}\}\}/g

/** A text with its values. A variable without one stays as it is written. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(variable, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
}

const fields = ['subject', 'before', 'button', 'after'] as const
const longest = { subject: 200, before: 2_000, button: 60, after: 2_000 } as const

/** @throws Problem `invalid_input` at each field that has an unknown variable, lacks a required one, or can't be sent */
export function checkTexts({ variables }: EmailTemplate, texts: EmailTexts): void {
  const errors: FieldProblem[] = fields.flatMap((path) => {
    const message = mistakeIn(path, texts[path], variables)
    return message === undefined ? [] : [{ path, message }]
  })
  const used = new Set(fields.flatMap((path) => namesIn(texts[path])))
  for (const [name, { isRequired }] of Object.entries(variables)) {
    if (isRequired === true && !used.has(name)) errors.push({ path: 'before', message: needs(name) })
  }
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

function mistakeIn(path: (typeof fields)[number], text: string, known: EmailTemplate['variables']) {
  if (path !== 'after' && text.trim() === '') return isEmpty
  if (text.length > longest[path]) return tooLong(longest[path])
  if (!text.isWellFormed() || /[\0-\x08\x0b-\x1f\x7f\u2028\u2029]/.test(text)) return invisible
  if ((path === 'subject' || path === 'button') && text.includes('\n')) return oneLine
  const names = path === 'button' ? namesIn(text) : namesIn(text).filter((name) => !Object.hasOwn(known, name))
  return names[0] === undefined ? undefined : unknown(names[0])
}

function namesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name)
}

const isEmpty = { en: 'Enter a text.', zh: '请填写内容。' }
const oneLine = { en: 'Use a text on one line.', zh: '内容应为一行。' }
const invisible = { en: 'Remove the invisible characters.', zh: '请移除不可见字符。' }

function tooLong(most: number) {
  return { en: `Use at most ${most} characters.`, zh: `最多 ${most} 个字符。` }
}

function unknown(name: string) {
  return { en: `{{${name}}} can't be used here.`, zh: `此处不能使用 {{${name}}}。` }
}

function needs(name: string) {
  return { en: `Add {{${name}}}: the email needs it.`, zh: `请加入 {{${name}}}，此邮件需要它。` }
}
