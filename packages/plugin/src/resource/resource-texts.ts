import type { Language } from '../wire-types.ts'
import type { Field, Label } from './field.ts'
import type { AnyResource } from './resource.ts'
import { lower } from './lower.ts'

/** The texts of the server half by key, in both languages. */
export function textsOf(source: Pick<AnyResource, 'name' | 'one' | 'label' | 'fields'>): AnyResource['texts'] {
  const labels = labelsOf(source)
  const inOne = (language: Language) =>
    Object.freeze(Object.fromEntries(labels.map(([key, label]) => [key, label[language]])))
  return Object.freeze({ en: inOne('en'), zh: inOne('zh') })
}

/** Actions of audit entries with their verbs. */
const sentences = [
  ['created', 'created', '创建了'],
  ['changed', 'changed', '更改了'],
  ['deleted', 'deleted', '删除了'],
] as const

/** Every text of a resource with its key. */
export function labelsOf({
  name,
  one,
  label,
  fields,
}: Pick<AnyResource, 'name' | 'one' | 'label' | 'fields'>): readonly (readonly [string, Label])[] {
  return [
    [`menu.${name}`, label.many],
    [`resource.${name}`, label.one],
    ...Object.entries(fields).flatMap(([key, field]) => fieldLabels(`resource.${name}.${key}`, field)),
    [`event.${one}.created`, { en: `${label.one.en} created`, zh: `已创建${label.one.zh}` }],
    [`event.${one}.changed`, { en: `${label.one.en} changed`, zh: `已更改${label.one.zh}` }],
    [`event.${one}.deleted`, { en: `${label.one.en} deleted`, zh: `已删除${label.one.zh}` }],
    ...sentences.map(([verb, en, zh]): readonly [string, Label] => [
      `audit.${one}.${verb}`,
      { en: `${en} the ${lower(label.one.en)} {{target}}`, zh: `${zh}${label.one.zh} {{target}}` },
    ]),
  ]
}

function fieldLabels(key: string, { label, hint, choices = {} }: Field): readonly (readonly [string, Label])[] {
  return [
    [key, label],
    ...(hint === undefined ? [] : [[`${key}.hint`, hint] as const]),
    ...Object.entries(choices).map(([value, named]) => [`${key}.${value}`, named] as const),
  ]
}
