import { posix } from 'node:path'
import { declarationOf, sourceOf } from './contract/contract-packages.ts'
import { importsOf } from './imports.ts'

/** A published package and its doors: the declarations behind each name under which it is imported. */
export type PublishedPackage = { readonly name: string; readonly doors: Readonly<Record<string, string>> }

/** Declarations by path, as the compiler wrote them. */
export type Declarations = ReadonlyMap<string, string>

/**
 * The public surface of a package as one text: the declarations that its doors reach, file by file, in the order of
 * their paths. Comments are not part of it, so that only a change of the surface changes the report.
 */
export function apiReport({ name, doors }: PublishedPackage, declarations: Declarations): string {
  const entries = Object.entries(doors)
  const paths = [
    ...reachable(
      entries.map(([, path]) => path),
      declarations,
    ),
  ].toSorted()
  const table = entries.map(([door, path]) => `- \`${door}\`: ${posix.basename(path)}`)
  const sections = paths.map((path) => section(path, declarations.get(path) ?? ''))
  return (
    [
      `# The public surface of ${name}`,
      'Written by `pnpm api`; a change of it needs a changeset.',
      table.join('\n'),
      ...sections,
    ].join('\n\n') + '\n'
  )
}

function section(path: string, text: string): string {
  const body = text.replaceAll(/^export \{\};\n?/gm, '').trim()
  return `## ${path}\n\n\`\`\`ts\n${body}\n\`\`\``
}

function reachable(entries: readonly string[], declarations: Declarations): Set<string> {
  const seen = new Set<string>()
  const queue = [...entries]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue
    const text = declarations.get(path)
    if (text === undefined) throw new Error(`${path} has no declarations; the compiler wrote none`)
    seen.add(path)
    queue.push(...neighbours(path, text))
  }
  return seen
}

function neighbours(path: string, text: string): string[] {
  return importsOf({ path, text })
    .flatMap(({ specifier }) => sourceOf(path, specifier) ?? [])
    .filter((source) => /\.tsx?$/.test(source))
    .map((source) => declarationOf(source))
}
