import { sourceRule, liveRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'
import { proseOf } from '../languages/prose.ts'

/** Help: there, well formed, and served. */
export const helpRules: readonly PluginRule[] = [
  sourceRule(
    'help/front-matter',
    'every help page starts with a title and a category, in a file with a valid name',
    (facts) =>
      facts.problems.help.map((text) => placeIn(`The server half ${text}.`, facts.folder, `docs/${pageIn(text)}`)),
  ),
  sourceRule('help/there', 'a plugin with pages explains them in at least one help page', ({ web, help }) =>
    web === undefined || help.length > 0
      ? []
      : [
          {
            file: 'docs',
            message:
              'No help page found; add docs/<slug>.mdx and docs/<slug>.zh.mdx, and set helpDocsFS to the folder.',
          },
        ],
  ),
  sourceRule('help/not-empty', 'every help page has content', ({ help }) =>
    help
      .filter(({ text }) => text.replace(/^---[\s\S]*?\n---/, '').trim() === '')
      .map(({ file }) => ({ file, message: 'The help page has only front matter; add content.' })),
  ),
  sourceRule('help/plain', 'no help page uses imports or expressions, which are shown as text', ({ help }) =>
    help.flatMap(({ file, text }) =>
      proseOf(text)
        .filter(({ text: line }) => /^(?:import\s.+\sfrom\s|export\s(?:const|default)\s)/.test(line))
        .map(({ line }) => ({
          file,
          line,
          message: 'Imports and exports in a help page are shown as text and never run; remove them.',
        })),
    ),
  ),
  liveRule(
    'help/served',
    'every help page is read by the host, in both languages',
    ({ help: served }, { help, plugin, problems }) => {
      // A faulty page is left out with its translation, and reported above.
      const faulty = new Set(problems.help.map((text) => pageIn(text).replace(/(?:\.zh)?\.mdx$/, '')))
      return help
        .filter(({ slug }) => !faulty.has(slug))
        .filter(
          ({ slug, language }) => ![slug, `${plugin?.name}-${slug}`].some((one) => served[language].includes(one)),
        )
        .map(({ file }) => ({
          file,
          message:
            "The host doesn't serve this help page; set helpDocsFS to its folder, and check the log for the cause.",
        }))
    },
  ),
]

/** The file that a problem of composing is about, below the folder of the pages. */
function pageIn(problem: string): string {
  return /page (?:docs\/)?(\S+?),/.exec(problem)?.[1] ?? ''
}
