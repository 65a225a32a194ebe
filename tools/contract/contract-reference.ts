import { posix } from 'node:path'
import { inTreeOnly } from './contract-packages.ts'
import { hasSentence, type DocComment } from './doc-comment.ts'
import type { ContractExport } from './read-exports.ts'
import { pictureOf, type Pictures } from './pictures.ts'
import { themes, type Theme } from './themes.ts'

/** An entry point of a package and its exports. */
export type Door = { readonly name: string; readonly exports: readonly ContractExport[] }

/** The reference: its pages by path, and its problems. */
export type Reference = { readonly pages: ReadonlyMap<string, string>; readonly problems: readonly string[] }

type Entry = ContractExport & {
  readonly doors: readonly string[]
  readonly props: string | undefined
  /** Path of its picture, from the root of the repository. */
  readonly picture: string | undefined
}

/** Writes the reference of all exports, one page per subject, with the pictures of components. */
export function contractReference(doors: readonly Door[], pictures: Pictures = new Map()): Reference {
  const entries = entriesOf(doors, pictures)
  const byTheme = Map.groupBy(entries, (entry) => themes.find((theme) => belongsTo(theme, entry)))
  const shown = themes.filter((theme) => byTheme.has(theme))
  const pages = shown.map((theme) => [`docs/contract/${theme.slug}.md`, page(theme, byTheme.get(theme) ?? [])] as const)
  const index = ['docs/contract/README.md', indexPage(shown, byTheme)] as const
  const homeless = (byTheme.get(undefined) ?? []).map(
    ({ file, name }) =>
      `${file}: ${name} stands on no page of the reference; name its file in tools/contract/themes.ts`,
  )
  return { pages: new Map([index, ...pages]), problems: [...homeless, ...entries.flatMap(docProblems)] }
}

function belongsTo({ files, audience }: Theme, { file, doors }: Entry): boolean {
  const isForPlatform = doors.every((door) => inTreeOnly.has(door))
  return files.test(file) && isForPlatform === (audience === 'platform')
}

/**
 * All exports, once each, with every entry point that has it; the props of a component are listed with the component.
 */
function entriesOf(doors: readonly Door[], pictures: Pictures): readonly Entry[] {
  const found = Map.groupBy(
    doors.flatMap(({ name: door, exports }) => exports.map((each) => ({ ...each, door }))),
    ({ file, name }) => `${file} ${name}`,
  )
  const all = [...found.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, doors: doorsAmong([first, ...others].map(({ door }) => door)) }],
  )
  const names = new Map(all.map((each) => [each.name, each]))
  const propsOf = (name: string) => names.get(`${name}Props`)?.signature
  const isProps = (name: string): boolean => name.endsWith('Props') && names.has(name.slice(0, -'Props'.length))
  const shown = all.filter(({ name }) => !isProps(name))
  return shown
    .map((each) => ({ ...each, props: propsOf(each.name), picture: pictureOf(each, shown, pictures) }))
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
}

/** The entry points to import an export from: one that authors can't use is named where it is the only one. */
function doorsAmong(all: readonly string[]): readonly string[] {
  const open = all.filter((door) => !inTreeOnly.has(door))
  return [...new Set(open.length === 0 ? all : open)]
}

function docProblems({ file, name, doc }: Entry): readonly string[] {
  if (doc === undefined) return [`${file}: ${name} has no docstring; say in one sentence what it is`]
  return hasSentence(doc)
    ? []
    : [`${file}: the docstring of ${name} begins with no whole sentence; end it with a full stop`]
}

const written = '<!-- Written by `pnpm reference` from the docstrings; change those. -->'

function indexPage(shown: readonly Theme[], byTheme: ReadonlyMap<Theme | undefined, readonly Entry[]>): string {
  const [forPlatform, forAuthors] = [true, false].map((isPlatform) =>
    shown.filter(({ audience }) => (audience === 'platform') === isPlatform),
  )
  return [
    '# The contract, export by export',
    written,
    'The exports of the contract, from the docstrings of the packages. [Writing a plugin](../writing-a-plugin.md) shows how the\nparts go together, [Versions](../versioning.md) what may change when.',
    indexTable(forAuthors ?? [], byTheme),
    '## For in-tree plugins',
    'Plugins outside of the tree of the host cannot import these exports. They change with the host.',
    indexTable(forPlatform ?? [], byTheme),
  ]
    .join('\n\n')
    .concat('\n')
}

function indexTable(shown: readonly Theme[], byTheme: ReadonlyMap<Theme | undefined, readonly Entry[]>): string {
  const rows = shown.map((theme) => {
    const entries = byTheme.get(theme) ?? []
    const doors = [...new Set(entries.flatMap((entry) => entry.doors))].toSorted().map((door) => `\`${door}\``)
    return `| [${theme.title}](${theme.slug}.md) | ${doors.join(', ')} | ${entries.length} |`
  })
  return ['| Page | Imported from | Exports |', '|---|---|---|', ...rows].join('\n')
}

function page({ title }: Theme, entries: readonly Entry[]): string {
  const list = entries.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`).join(' · ')
  return [`# ${title}`, written, list, ...entries.map(section)].join('\n\n').concat('\n')
}

function section({ name, signature, props, doc, doors, file, picture }: Entry): string {
  const code = props === undefined ? signature : `${signature}\n\n${props}`
  return [
    `## ${name}`,
    doc?.deprecated === undefined ? [] : `**Deprecated.** ${doc.deprecated}`,
    doc?.text ?? [],
    picture === undefined ? [] : `![${name} in the gallery](${posix.relative('docs/contract', picture)})`,
    fenced(code),
    notes(doc),
    (doc?.examples ?? []).map((example) => `Example:\n\n${fenced(example)}`),
    [doors.map((door) => `\`${door}\``).join(', '), since(doc), `[source](../../${file})`]
      .filter((each) => each !== '')
      .join(' · '),
  ]
    .flat()
    .filter((part) => part !== '')
    .join('\n\n')
}

function fenced(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``
}

function notes(doc: DocComment | undefined): string {
  if (doc === undefined) return ''
  const { params, returns, throws } = doc
  return [
    ...params.map((text) => `- ${oneLine(text)}`.replace(/^- (\w+) /, '- `$1`: ')),
    ...(returns === undefined ? [] : [`- Gives ${oneLine(returns)}`]),
    ...throws.map((text) => `- Throws ${oneLine(text)}`),
  ].join('\n')
}

function since(doc: DocComment | undefined): string {
  return doc?.since === undefined ? '' : `since ${doc.since}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
