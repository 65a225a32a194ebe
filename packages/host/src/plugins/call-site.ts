import { fileURLToPath } from 'node:url'

// bounded: one line of a stack trace.
const place = /\((.+:\d+:\d+)\)$|at (?:async )?(.+:\d+:\d+)$/

/** The call site of a function, as `file:line:column`. @param callee the called function */
export function callSite(callee: (...values: never[]) => unknown): string {
  const line = topFrame(callee).split('\n')[1]?.trim() ?? ''
  const match = place.exec(line)
  return shorten(match?.[1] ?? match?.[2] ?? 'unknown place')
}

/** One frame, which costs a fifth of the usual ten. */
function topFrame(callee: (...values: never[]) => unknown): string {
  const trace = { stack: '' }
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 1
  try {
    Error.captureStackTrace(trace, callee)
    return trace.stack
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
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
