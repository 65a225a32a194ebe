/**
 * Variables of templates. There is one form: `{{name}}`, of lower-case letters, digits and underscores, with spaces around the
 * name where wanted. Anything else is text.
 */
import { sanitizeHtml } from '@host/email'
import { Problem } from '@host/plugin'
import { writingLimits, type TemplateLanguage, type TemplateVariant } from '../../shared.ts'
import { escapeHtml, htmlOfText } from '../compose/text-to-html.ts'

// bounded: a name has at most forty characters.
const variable = /\{\{ {0,4}([a-z][a-z0-9_]{0,39}) {0,4}\}\}/g

export type Variants = Readonly<Record<TemplateLanguage, TemplateVariant | null>>
export type Values = Readonly<Record<string, string>>

export interface FilledTemplate {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The names of the variables of a variant, in their order. */
export function variablesOf({ subject, text, html }: TemplateVariant): readonly string[] {
  const found = [subject, text, html ?? ''].flatMap((part) => [...part.matchAll(variable)].map(([, name = '']) => name))
  return [...new Set(found)]
}

/** The names of the variables of all variants, by name. */
export function allVariables({ en, zh }: Variants): string[] {
  const names = [en, zh].flatMap((each) => (each === null ? [] : variablesOf(each)))
  return [...new Set(names)].toSorted()
}

/** @throws Problem `invalid_input` for a variable without a value, and for a value without a variable */
export function requireValues(variant: TemplateVariant, values: Values, path: string): void {
  const names = variablesOf(variant)
  const missing = names.filter((name) => !Object.hasOwn(values, name)).map((name) => ({ name, message: needs(name) }))
  const unknown = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, message: knowsNot(name) }))
  const errors = [...missing, ...unknown]
    .slice(0, 20)
    .map(({ name, message }) => ({ path: `${path}.${name}`, message }))
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

/** A variant with its values, escaped in HTML. A variable without one stays as it is written. */
export function fillTemplate(variant: TemplateVariant, values: Values): FilledTemplate {
  const subject = filled(variant.subject, (name) => values[name]?.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
  const text = filled(variant.text, (name) => values[name])
  const html =
    variant.html === null
      ? htmlOfText(text)
      : sanitizeHtml(
          filled(variant.html, (name) => (values[name] === undefined ? undefined : escapeHtml(values[name]))),
        )
  return { subject: subject.slice(0, writingLimits.subject).toWellFormed(), text, html }
}

function filled(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(variable, (whole, name: string) => valueOf(name) ?? whole)
}

function needs(name: string) {
  return { en: `The template needs a value for {{${name}}}.`, zh: `模板需要变量 {{${name}}} 的值。` }
}

function knowsNot(name: string) {
  const shown = name.slice(0, writingLimits.variableName)
  return { en: `The template has no variable {{${shown}}}.`, zh: `模板中没有变量 {{${shown}}}。` }
}
