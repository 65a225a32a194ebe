import type { Flaw } from '../plugin-finding.ts'

/**
 * A sentence that composing or a build says, with the place that it names taken out: `web/index.ts line 12`, or an
 * absolute path with or without `:12`.
 * @param usual the file that is meant when the sentence names none
 */
export function placeIn(sentence: string, folder: string, usual: string): Flaw {
  const message = sentence.replaceAll(`${folder}/`, '')
  const [, read, readLine] = /\(?([\w./@-]+\.\w+) line (\d+)\)?/.exec(message) ?? []
  if (read !== undefined) return { file: read, line: Number(readLine), message }
  const [, named, namedLine] =
    /(?:^|[ (])([\w./@-]+\.(?:tsx?|json|jsx?|mjs|css|mdx))(?!\w)(?::(\d+))?/.exec(message) ?? []
  const [, line] = /on line (\d+)/.exec(message) ?? []
  const at = namedLine ?? line
  const file = sentence.includes(`${folder}/`) && named !== undefined ? named : usual
  return { file, ...(at !== undefined && { line: Number(at) }), message }
}
