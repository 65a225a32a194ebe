import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The project that has the packages of the contract and what they carry. */
export const contractProject = 'tsconfig.contract.json'

/**
 * Has the compiler write the declarations of all packages of the contract at once. The bundler of declarations starts a
 * compiler for each package, which does the same work each time: it gets a program that passes these on.
 * @param scratch a folder of the caller, which has to last as long as the program is used
 * @returns the path of the program, which takes the arguments of the compiler
 */
export async function declareContract(root: string, scratch: string): Promise<string> {
  const declared = join(scratch, 'declared')
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noCheck']
  const places = ['-p', join(root, contractProject), '--outDir', declared, '--rootDir', root]
  await mkdir(declared, { recursive: true })
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...flags, ...places], { cwd: root })
  const program = join(scratch, 'declare')
  await writeFile(program, passOn(declared), { mode: 0o755 })
  return program
}

/** Puts a link in the place of the empty folder that follows `--outDir`. */
function passOn(declared: string): string {
  return `#!/bin/sh
set -eu
while [ "$1" != --outDir ]; do shift; done
rmdir "$2"
ln -s '${declared.replaceAll("'", `'\\''`)}' "$2"
`
}
