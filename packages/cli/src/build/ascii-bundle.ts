/**
 * Writes a bundle in ASCII: V8 keeps such a text in one byte a character, which halves its memory and shortens its
 * start. Texts in templates whose raw form a function reads stay as they are, and double the memory of the whole.
 */
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'
import type { Bundle } from './bundle.ts'
import { editBundle, type Edit } from './edit-bundle.ts'

const beyondAscii = /[^\u0000-\u007f]/

/** The same program in ASCII, with the places of its map moved along. */
export function asciiBundle(bundle: Bundle): Bundle {
  const { program } = parseSync('bundle.mjs', bundle.code, { sourceType: 'module' })
  return editBundle(bundle, asciiEdits(bundle.code, program))
}

/** The edits that write a program in ASCII, in their order. */
export function asciiEdits(code: string, program: ESTree.Program): Edit[] {
  const raw = rawTexts(code, program)
  const edits: Edit[] = []
  for (const { 0: found, index: start } of code.matchAll(/\\*[^\u0000-\u007f]/g)) {
    if (raw.some((range) => start >= range.start && start < range.end)) continue
    edits.push({ start, end: start + found.length, text: escape(found) })
  }
  return edits
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

/** Where texts of templates with a tag stand that have characters beyond ASCII, without the values between them. */
function rawTexts(code: string, program: ESTree.Program): readonly Range[] {
  const ranges: Range[] = []
  new Visitor({
    TaggedTemplateExpression({ quasi: { quasis } }) {
      ranges.push(...quasis.filter(({ start, end }) => code.slice(start, end).search(beyondAscii) >= 0))
    },
  }).visit(program)
  return ranges
}
