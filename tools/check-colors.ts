import { parseSync, Visitor } from 'oxc-parser'
import { lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const webCode =
  /^(packages\/(plugin-sdk|shell)\/src|plugins\/[^/]+\/web|apps\/web|examples\/[^/]+\/web)\/.*\.(tsx?|css|html|svg)$/
const tokens = 'packages/plugin-sdk/src/tokens.css'

const rawColor = /(?<![\w&/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi
const namedColor = /:\s*(?:white|black|gr[ae]y|red|green|blue|yellow|orange|purple|pink)\b/gi

/** A text range that ends up in a style: a whole style sheet, or a string of a script. */
type Stretch = { readonly text: string; readonly start: number }

/** Every color that is not a token: raw colors live in one file, so that a theme is one file. */
export function checkColors(files: readonly SourceFile[]): Finding {
  const web = files.filter(({ path }) => webCode.test(path) && !isTest(path) && path !== tokens)
  return { check: 'colors', seen: web.length, problems: web.flatMap(problemsIn) }
}

function problemsIn(file: SourceFile): string[] {
  const isScript = /\.tsx?$/.test(file.path)
  const patterns = isScript ? [rawColor] : [rawColor, namedColor]
  const stretches = isScript ? stringsOf(file) : [{ text: withoutComments(file.text), start: 0 }]
  return stretches.flatMap(({ text, start }) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), (match) => {
        const line = lineAt(file.text, start + match.index)
        return `${file.path}:${line}: raw color ${match[0]}; use a token of ${tokens}`
      }),
    ),
  )
}

function stringsOf({ path, text }: SourceFile): Stretch[] {
  const found: Stretch[] = []
  const add = ({ start, end }: { start: number; end: number }): void => {
    found.push({ text: text.slice(start, end), start })
  }
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node),
    TemplateElement: add,
    JSXText: add,
  }).visit(parseSync(path, text).program)
  return found
}

/** Comments become spaces, so that every line keeps its number. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}

if (import.meta.main) report(checkColors(readSources((path) => webCode.test(path))))
