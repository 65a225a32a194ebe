/**
 * Writes a bundle in ASCII: V8 keeps such a text in one byte a character, which halves its memory and shortens its
 * start. Texts in templates whose raw form a function reads stay as they are.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Plugin } from 'rolldown'
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'
import type { Bundle } from './bundle.ts'

/** One character that became longer. */
interface Growth {
  readonly column: number
  readonly by: number
}

const beyondAscii = /[^\u0000-\u007f]/

/**
 * Looks for templates with a tag and characters beyond ASCII among the modules of a bundle. Hardly any module has one, and
 * to find them in the bundle itself takes a tenth of a composition. Only a parser tells a tag from other code.
 */
export class RawTemplates {
  /** Whether a module has one. */
  isAny = false
  /** Sees the modules that have such a character. */
  readonly watch: Plugin = {
    name: 'host:raw-templates',
    transform: {
      filter: { id: /\.[cm]?[jt]sx?$/, code: beyondAscii },
      handler: (code, id) => {
        this.isAny ||= code.includes('`') && hasRawTemplate(code, id)
        return null
      },
    },
  }
}

/** A module that can't be read may have one too. */
function hasRawTemplate(code: string, path: string): boolean {
  const { program, errors } = parseSync(path, code)
  return errors.length > 0 || rawTemplates(program, code).length > 0
}

/**
 * The same program in ASCII, with the places of its map moved along.
 * @param hasRaw false where no template with a tag has such a character
 */
export function asciiBundle({ code, map }: Bundle, hasRaw = true): Bundle {
  const raw = hasRaw ? rawTemplates(parseSync('bundle.js', code, { sourceType: 'unambiguous' }).program, code) : []
  const growths: Growth[][] = [[]]
  let [end, lineStart] = [0, 0]
  let text = ''
  for (const { 0: found, index } of code.matchAll(/\n|\\*[^\u0000-\u007f]/g)) {
    if (found === '\n') {
      growths.push([])
      lineStart = index + 1
      continue
    }
    if (raw.some((range) => index >= range.start && index < range.end)) continue
    const escaped = escape(found)
    growths.at(-1)?.push({ column: index - lineStart, by: escaped.length - found.length })
    text += code.slice(end, index) + escaped
    end = index + found.length
  }
  const moved = decode(map.mappings).map((segments, line) => moveColumns(segments, growths[line] ?? []))
  return { code: text + code.slice(end), map: { ...map, mappings: encode(moved) } }
}

/** A backslash of its own before such a character, as in `/\–/`, means that character, so that it is replaced too. */
function escape(found: string): string {
  const backslashes = found.slice(0, (found.length - 1) & ~1)
  return `${backslashes}\\u${found
    .charCodeAt(found.length - 1)
    .toString(16)
    .padStart(4, '0')}`
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Where texts of templates with a tag stand that have characters beyond ASCII. */
function rawTemplates(program: ESTree.Program, code: string): readonly Range[] {
  const ranges: Range[] = []
  new Visitor({
    TaggedTemplateExpression({ quasi: { quasis } }) {
      ranges.push(...quasis.filter(({ start, end }) => beyondAscii.test(code.slice(start, end))))
    },
  }).visit(program)
  return ranges
}

function moveColumns(segments: readonly SourceMapSegment[], growths: readonly Growth[]): SourceMapSegment[] {
  let [next, by] = [0, 0]
  return segments.map(([column, ...rest]) => {
    for (; (growths[next]?.column ?? Infinity) < column; next++) by += growths[next]?.by ?? 0
    return [column + by, ...rest] as SourceMapSegment
  })
}
