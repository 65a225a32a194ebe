/**
 * Errors during development, shown in the page until they are fixed. Vite shows an error once, to the pages open at
 * that time; here it stays active, so that a page opened later shows it too.
 *
 *   clear ── show(source, fault) ──► shown, also to every page that connects
 *   shown ── show(source, undefined) ──► the next active fault, else clear: the overlay is removed
 */
import { readFileSync } from 'node:fs'
import type { ErrorPayload, ViteDevServer } from 'vite'

/** One thing that is wrong, and where. */
export interface Fault {
  readonly message: string
  readonly file?: string
  /** From 1. */
  readonly line?: number
  /** From 1. */
  readonly column?: number
}

/** The active faults, by reporting source. */
export interface FaultBoard {
  readonly show: (source: string, fault: Fault | undefined) => void
}

/** Shows faults in the pages of a development server. */
export function createFaultBoard({ ws }: Pick<ViteDevServer, 'ws'>): FaultBoard {
  const standing = new Map<string, Fault>()
  const showNext = (): void => {
    const next = firstOf(standing)
    if (next !== undefined) ws.send({ type: 'error', err: describe(...next) })
  }
  ws.on('connection', showNext)
  return {
    show(source, fault) {
      const was = standing.delete(source)
      if (fault !== undefined) standing.set(source, fault)
      if (standing.size > 0) showNext()
      // An update without changes takes the overlay away.
      else if (was) ws.send({ type: 'update', updates: [] })
    },
  }
}

/** Errors of types come last: what they announce is not yet seen. */
function firstOf(standing: ReadonlyMap<string, Fault>): [source: string, fault: Fault] | undefined {
  const all = [...standing]
  return all.find(([source]) => source !== 'types') ?? all[0]
}

function describe(source: string, { message, file, line, column = 1 }: Fault): ErrorPayload['err'] {
  const place = file !== undefined && line !== undefined ? { file, line, column } : undefined
  return {
    message,
    stack: '',
    plugin: source,
    ...(file === undefined ? {} : { id: line === undefined ? file : `${file}:${line}` }),
    ...(place === undefined ? {} : { loc: place, frame: frameOf(place) }),
  }
}

const around = 2

/** The lines around a place, the one that is meant marked. */
function frameOf({ file, line }: { readonly file: string; readonly line: number }): string {
  const lines = readLines(file)
  const first = Math.max(0, line - 1 - around)
  return lines
    .slice(first, line + around)
    .map(
      (text, index) => `${first + index + 1 === line ? '>' : ' '} ${String(first + index + 1).padStart(4)} | ${text}`,
    )
    .join('\n')
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
