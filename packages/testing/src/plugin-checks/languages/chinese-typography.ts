const han = String.raw`\p{Script=Han}`
const wide = '，。！？：；（）【】《》“”‘’、…—'

type Rule = readonly [pattern: RegExp, advice: string]

const rules: readonly Rule[] = [
  [
    new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u'),
    'put one half-width space between Chinese and Latin letters or digits',
  ],
  [new RegExp(`${han} {2,}[A-Za-z0-9]|[A-Za-z0-9] {2,}${han}`, 'u'), 'one half-width space is enough'],
  [new RegExp(`${han} ?[,;:!?()]|[,;:!?()] ?${han}|${han}\\.(?!\\w)`, 'u'), 'use full-width punctuation'],
  [new RegExp(`${han}["']|["']${han}`, 'u'), 'use Chinese quotation marks'],
  [
    new RegExp(`[${wide}] +[${han}A-Za-z0-9]|[${han}A-Za-z0-9] +[${wide}]`, 'u'),
    'no space beside full-width punctuation',
  ],
  [new RegExp(`${han} +${han}`, 'u'), 'no space between Chinese characters'],
]

/** A placeholder stands for a text that is not known here, a tag for nothing at all. */
const asRead = (text: string): string =>
  text.replaceAll(/<\/?\w+ *\/?>/g, '').replaceAll(/\{\{.*?\}\}|\{\w+\}/g, '\u{FFFC}')

/** Problems of a Chinese text's typography, each as advice with the place. */
export function typographyProblems(text: string): string[] {
  const read = asRead(text)
  return rules.flatMap(([pattern, advice]) => {
    const match = pattern.exec(read)
    return match === null ? [] : [`${advice} (at "${match[0]}")`]
  })
}

/** How many Chinese characters a text has, or `undefined` when it has anything else. */
export function hanLength(text: string): number | undefined {
  return new RegExp(`^${han}+$`, 'u').test(text) ? Array.from(text).length : undefined
}
