import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { AnyPlugin } from '@host/plugin'
import { typographyProblems } from '../languages/chinese-typography.ts'
import type { CheckedFacts, WebFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { definitionRule, sourceRule, webRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'
import { proseOf } from '../languages/prose.ts'

/** One text in both languages. */
interface TextPair {
  readonly key: string
  readonly en: string | undefined
  readonly zh: string | undefined
}

const placeholder = /\{\{\s*[\w.]+[^}]*\}\}/g
const plural = /_(?:zero|one|two|few|many|other)$/

/** Both languages: the same keys, no empty text, and Chinese as it is typeset. */
export const languageRules: readonly PluginRule[] = [
  webRule(
    'languages/web-texts',
    'both languages of the pages can be read and have the same texts, including all that the pages use',
    webTexts,
  ),
  webRule('languages/web-empty', 'no text of the pages is empty', (web) =>
    pagePairs(web, ({ en, zh }) =>
      [en, zh].some((text) => text?.trim() === '') ? 'is empty; add a text, or remove the key' : undefined,
    ),
  ),
  webRule('languages/web-placeholders', 'both languages of the pages use the same placeholders', (web) =>
    pagePairs(web, placeholders),
  ),
  webRule('languages/web-typography', 'the Chinese of the pages follows Chinese typography', (web) =>
    pagePairs(web, typography),
  ),
  definitionRule('languages/server-texts', 'both languages of the server half have the same texts', (plugin, facts) =>
    serverPairs(plugin, facts, ({ en, zh }) =>
      en === undefined || zh === undefined
        ? `is missing in ${en === undefined ? 'English' : 'Chinese'}; add it`
        : undefined,
    ),
  ),
  definitionRule('languages/server-empty', 'no text of the server half is empty', (plugin, facts) =>
    serverPairs(plugin, facts, ({ en, zh }) =>
      [en, zh].some((text) => text?.trim() === '') ? 'is empty; add a text, or remove the key' : undefined,
    ),
  ),
  definitionRule(
    'languages/server-placeholders',
    'both languages of the server half use the same placeholders',
    (plugin, facts) => serverPairs(plugin, facts, placeholders),
  ),
  definitionRule(
    'languages/server-typography',
    'the Chinese of the server half follows Chinese typography',
    (plugin, facts) => serverPairs(plugin, facts, typography),
  ),
  definitionRule('languages/menus', 'every menu has a Chinese label', (plugin, facts) =>
    lacking(
      plugin,
      facts,
      [...(plugin.menus ?? []), ...(plugin.instanceMenus ?? [])].map(({ id }) => `menu.${id}`),
    ),
  ),
  definitionRule('languages/actions', 'every action has a Chinese label', (plugin, facts) =>
    lacking(
      plugin,
      facts,
      (plugin.actions ?? []).map(({ id }) => `action.${id}`),
    ),
  ),
  definitionRule('languages/info', 'the feature has a Chinese title, description, and category', (plugin, facts) =>
    lacking(plugin, facts, ['info.title', 'info.description', 'info.category']),
  ),
  definitionRule('languages/settings', 'every section and field of the settings has a Chinese name', (plugin, facts) =>
    lacking(plugin, facts, settingsKeys(plugin)),
  ),
  sourceRule('languages/help-pairs', 'every help page exists in both languages', helpPairs),
  sourceRule('languages/help-typography', 'the Chinese of the help follows Chinese typography', ({ help }) =>
    help
      .filter(({ language }) => language === 'zh')
      .flatMap(({ file, text }) =>
        proseOf(text).flatMap(({ line, text: prose }) =>
          typographyProblems(prose).map((advice) => ({
            file,
            line,
            message: `The text doesn't follow Chinese typography: ${advice}.`,
          })),
        ),
      ),
  ),
]

function webTexts(web: WebFacts, { folder }: CheckedFacts): readonly Flaw[] {
  const entry = relative(folder, web.half.modules.entry)
  return (web.inspection?.problems['texts'] ?? []).map((text) => placeIn(text, folder, entry))
}

type Judge = (pair: TextPair) => string | undefined

function pagePairs({ texts: { en, zh } }: WebFacts, judge: Judge): readonly Flaw[] {
  if (en === undefined || zh === undefined) return []
  return pairsOf(en.texts, zh.texts).flatMap((pair) => {
    const said = judge(pair)
    const { file } = pair.zh === undefined || pair.en?.trim() === '' ? en : zh
    return said === undefined ? [] : [{ file, message: `The text "${pair.key}" ${said}.` }]
  })
}

function serverPairs(plugin: AnyPlugin, facts: CheckedFacts, judge: Judge): readonly Flaw[] {
  const { en = {}, zh = {} } = plugin.i18n ?? {}
  return pairsOf(new Map(Object.entries(en)), new Map(Object.entries(zh))).flatMap((pair) => {
    const said = judge(pair)
    if (said === undefined) return []
    const isKnown = facts.locate(pair.key).line !== undefined
    return [
      { ...facts.locate(isKnown ? pair.key : (pair.zh ?? pair.en ?? '')), message: `The text "${pair.key}" ${said}.` },
    ]
  })
}

function pairsOf(en: ReadonlyMap<string, string>, zh: ReadonlyMap<string, string>): readonly TextPair[] {
  return [...new Set([...en.keys(), ...zh.keys()])].map((key) => ({ key, en: en.get(key), zh: zh.get(key) }))
}

function placeholders({ key, en, zh }: TextPair): string | undefined {
  if (en === undefined || zh === undefined || plural.test(key)) return undefined
  const [ours, theirs] = [en, zh].map(
    (text) => new Set(text.match(placeholder)?.map((one) => one.replaceAll(/\s/g, ''))),
  )
  const isSame = ours?.symmetricDifference(theirs ?? new Set()).size === 0
  return isSame ? undefined : 'has different placeholders in Chinese and English; use the same {{names}} in both'
}

function typography({ zh }: TextPair): string | undefined {
  const [advice] = zh === undefined ? [] : typographyProblems(zh)
  return advice === undefined ? undefined : `does not follow Chinese typography: ${advice}`
}

function lacking(plugin: AnyPlugin, facts: CheckedFacts, keys: readonly string[]): readonly Flaw[] {
  const known = plugin.i18n?.zh ?? {}
  return keys
    .filter((key) => (known[key] ?? '') === '')
    .map((key) => {
      const id = key.slice(key.indexOf('.') + 1)
      return {
        ...facts.locate(id, /\bid:\s*$/),
        message: `The text "${key}" is missing in Chinese; add it to i18n of the server half.`,
      }
    })
}

function settingsKeys({ settings = {} }: AnyPlugin): readonly string[] {
  return [settings.workspace, settings.instance, settings.user].flatMap((section) => {
    if (section === undefined) return []
    const { properties = {} } = section.jsonSchema() as { readonly properties?: object }
    return [`settings.${section.id}`, ...Object.keys(properties).map((field) => `settings.${section.id}.${field}`)]
  })
}

function helpPairs({ folder, help }: CheckedFacts): readonly Flaw[] {
  const has = (slug: string, language: string): boolean =>
    help.some((page) => page.slug === slug && page.language === language)
  return help
    .filter(({ slug, language }) => !has(slug, language === 'en' ? 'zh' : 'en'))
    .map(({ file, slug, language }) => ({
      file,
      line: firstLine(join(folder, file)),
      message: `The help page "${slug}" exists in ${language === 'en' ? 'English' : 'Chinese'} only; add ${slug}${language === 'en' ? '.zh' : ''}.mdx.`,
    }))
}

function firstLine(path: string): number {
  return readFileSync(path, 'utf8') === '' ? 0 : 1
}
