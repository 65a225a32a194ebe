import { sourceRule, liveRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'
import { proseOf } from '../languages/prose.ts'

/** Help: there, well formed, and served. */
export const helpRules: readonly PluginRule[] = [
  sourceRule(
    'help/front-matter',
    'every help page begins with a title and a category, in a file of a fitting name',
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
              'There is no help page; add docs/<slug>.mdx and docs/<slug>.zh.mdx, and name the folder by helpDocsFS.',
          },
        ],
  ),
  sourceRule('help/not-empty', 'every help page says something', ({ help }) =>
    help
      .filter(({ text }) => text.replace(/^---[\s\S]*?\n---/, '').trim() === '')
      .map(({ file }) => ({ file, message: 'The help page has nothing but its front matter; write it.' })),
  ),
  sourceRule('help/plain', 'no help page counts on imports or expressions, which are shown as they stand', ({ help }) =>
    help.flatMap(({ file, text }) =>
      proseOf(text)
        .filter(({ text: line }) => /^(?:import\s.+\sfrom\s|export\s(?:const|default)\s)/.test(line))
        .map(({ line }) => ({
          file,
          line,
          message: 'An import or export of a help page is shown as it stands and never runs; take it out.',
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
            'The host does not serve this help page; name its folder by helpDocsFS, and see the log for its fault.',
        }))
    },
  ),
]

/** The file that a problem of composing is about, below the folder of the pages. */
function pageIn(problem: string): string {
  return /page (?:docs\/)?(\S+?),/.exec(problem)?.[1] ?? ''
}
