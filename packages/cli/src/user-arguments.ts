import { resolve } from 'node:path'

/**
 * The arguments after the command's own name. In an executable they start at the third place, as for a script; a worker
 * of `node:cluster` gets the path of the executable once more before them.
 */
export function userArguments(argv: readonly string[], execPath: string): string[] {
  const typed = argv.slice(2)
  const repeated = typed[0] !== undefined && (typed[0] === argv[1] || resolve(typed[0]) === execPath)
  return repeated ? typed.slice(1) : typed
}
