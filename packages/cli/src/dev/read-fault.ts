import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The error that stopped a process, in a form that can be shown beside its source. */
export interface ProcessFault {
  readonly message: string
  /** How to go on, where the error does not say it. */
  readonly hint?: string
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

/** The rest of the output. */
export interface FaultOutput {
  /** The end of the log, which has the stacks of errors that are reported as a sentence. */
  readonly logged: string
  /** Folders of the plugins that are developed, whose lines come first. */
  readonly folders: readonly string[]
}

/** Reads the output of a process before it ended: the sentence, and its place in the sources. */
export function readFault(written: string, output: FaultOutput): ProcessFault {
  const sentence = errorLine.exec(written)?.[0] ?? written.trim()
  const message = sentence.slice(-longestMessage)
  const hint = hintFor(sentence)
  if (hint !== undefined) return { message: `${message}\n${hint}`, hint }
  return {
    message: message === '' ? 'The server exited without output.' : message,
    ...placeOf(written, sentence, output),
  }
}

/** Where the fault is in the sources of an author. */
function placeOf(
  written: string,
  sentence: string,
  { logged, folders }: FaultOutput,
): Pick<ProcessFault, 'file' | 'line' | 'column'> {
  const framesIn = (text: string) => [...text.matchAll(stackFrame)].filter(([, file = '']) => isSource(file))
  const frames = framesIn(written)
  // An error that the host throws or logs about a plugin is one of the plugin's.
  const own = [...frames, ...framesIn(logged)].find(([, file = '']) =>
    folders.some((folder) => pathOf(file).startsWith(folder + sep)),
  )
  if (own !== undefined) return placeOfFrame(own)
  const [, drawn, drawnLine] = drawnPlace.exec(written) ?? []
  if (drawn !== undefined && isSource(drawn)) return { file: pathOf(drawn), line: Number(drawnLine) }
  const [, asking] = importer.exec(sentence) ?? []
  if (asking !== undefined) return { file: asking, line: 1 }
  return frames[0] === undefined ? {} : placeOfFrame(frames[0])
}

function placeOfFrame([, file = '', line, column]: readonly string[]): Pick<ProcessFault, 'file' | 'line' | 'column'> {
  return { file: pathOf(file), line: Number(line), column: Number(column) }
}

/** A plugin that another one requires is served with it when its folder is named, too. */
function hintFor(sentence: string): string | undefined {
  const [, other] = /requires "([^"]+)", which is not in this build/.exec(sentence) ?? []
  return other === undefined ? undefined : `Name the folder of "${other}", too: host dev . ../${other}`
}

function isSource(file: string): boolean {
  return !file.includes('/node_modules/')
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}
