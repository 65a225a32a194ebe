import type { ModuleGraph } from './read-module-graph.ts'

/** Hexadecimal colors, color functions, and arbitrary color values of utility classes. */
const rawColor =
  /(?<![\w&/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|-\[(?:color:|#)[^\]]*\]/i

/** Colors outside the tokens: they would ignore the theme, the workspace's accent and the contrast tests. */
export function colorProblems({ modules, styles }: ModuleGraph): string[] {
  const inCode = [...modules].flatMap(([path, { strings }]) =>
    strings.flatMap(({ text, line }) => {
      const match = rawColor.exec(text)
      return match === null ? [] : [sentence(path, line, match[0])]
    }),
  )
  const inStyles = [...styles].flatMap(([path, text]) =>
    withoutComments(text)
      .split('\n')
      .flatMap((content, index) => {
        const match = rawColor.exec(content)
        return match === null ? [] : [sentence(path, index + 1, match[0])]
      }),
  )
  return [...inCode, ...inStyles]
}

/** Icons without a drawing. */
export function iconProblems({ modules }: ModuleGraph, known: ReadonlySet<string>): string[] {
  return [...modules].flatMap(([path, { icons }]) =>
    icons
      .filter(({ text }) => !known.has(text))
      .map(
        ({ text, line }) => `${path}:${line} names the icon "${text}", which lucide has not${nearest(text, known)}.`,
      ),
  )
}

function sentence(path: string, line: number, color: string): string {
  return `${path}:${line} has the raw color ${color}; use a token such as bg-surface or var(--color-accent).`
}

function nearest(name: string, known: ReadonlySet<string>): string {
  const found = [...known].find((one) => name.length > 2 && (one.startsWith(name) || one.includes(name)))
  return found === undefined ? '' : `; did you mean "${found}"`
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}
