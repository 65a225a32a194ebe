import { fileURLToPath } from 'node:url'

// bounded: one line of a stack trace.
const place = /\((.+:\d+:\d+)\)$|at (?:async )?(.+:\d+:\d+)$/

/**
 * The call site of a function. Its text is made when it is first asked for, since that reads the source map: a start takes
 * hundreds of places and prints none.
 */
export class CallSite {
  readonly #trace = { stack: '' }
  #text: string | undefined

  /** @param callee the called function */
  constructor(callee: (...values: never[]) => unknown) {
    const { stackTraceLimit } = Error
    // One frame costs a fifth of the usual ten.
    Error.stackTraceLimit = 1
    try {
      Error.captureStackTrace(this.#trace, callee)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  /** `file:line:column`. */
  toString(): string {
    this.#text ??= textOf(this.#trace.stack)
    return this.#text
  }
}

function textOf(stack: string): string {
  const line = stack.split('\n')[1]?.trim() ?? ''
  const match = place.exec(line)
  return shorten(match?.[1] ?? match?.[2] ?? 'unknown place')
}

function shorten(position: string): string {
  const path = position.startsWith('file:') ? readable(position) : position
  const folder = `${process.cwd()}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

function readable(position: string): string {
  const [, url = '', rest = ''] = /^(.*?)(:\d+:\d+)$/.exec(position) ?? []
  return `${fileURLToPath(url)}${rest}`
}
