import { fileURLToPath } from 'node:url'

/** The error that stopped a process, in a form that can be shown beside its source. */
export interface ProcessFault {
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** Node writes the place of a fault first, and draws the source below it. */
const drawnPlace = /^((?:file:\/\/)?\/[^\n:]+\.[cm]?[jt]sx?):(\d+)$/m
const stackFrame = /^\s+at .*?\(?((?:file:\/\/)?\/[^\s():]+\.[cm]?[jt]sx?):(\d+):(\d+)\)?$/gm
const importer = /imported from (\/[^\s']+\.[cm]?[jt]sx?)/
const errorLine = /^(?:Uncaught )?(?:\w*Error|\w*Failure)\b(?: \[\w+\])?: .*$/m
const longestMessage = 2_000

/** Reads the output of a process before it ended: the sentence, and its place in the sources. */
export function readFault(written: string): ProcessFault {
  const sentence = errorLine.exec(written)?.[0] ?? written.trim()
  const message = sentence.slice(-longestMessage)
  const [, drawn, drawnLine] = drawnPlace.exec(written) ?? []
  if (drawn !== undefined && isSource(drawn)) return { message, file: pathOf(drawn), line: Number(drawnLine) }
  const [, asking] = importer.exec(sentence) ?? []
  if (asking !== undefined) return { message, file: asking, line: 1 }
  const frame = [...written.matchAll(stackFrame)].find(([, file = '']) => isSource(file))
  if (frame === undefined) return { message: message === '' ? 'The server exited without output.' : message }
  const [, file = '', line, column] = frame
  return { message, file: pathOf(file), line: Number(line), column: Number(column) }
}

function isSource(file: string): boolean {
  return !file.includes('/node_modules/')
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}
