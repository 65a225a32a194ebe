import { spawnSync } from 'node:child_process'
import { checks } from './checks.ts'
import { root } from './source-files.ts'

/** Runs every check, prints the output of failed ones, and ends with the counts. */
function main(words: readonly string[]): void {
  const chosen = checks.filter(({ name }) => words.length === 0 || words.includes(name))
  const failed = chosen.filter(({ name, command }) => !passes(name, command))
  process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0
  console.log(`${chosen.length - failed.length} passed, ${chosen.length === 0 ? 1 : failed.length} failed`)
}

function passes(name: string, [file = '', ...args]: readonly string[]): boolean {
  const command = file === 'node' ? process.execPath : file
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status === 0) {
    console.log(`ok     ${name}`)
    return true
  }
  console.log(`FAILED ${name}\n${stdout}${stderr}${error?.message ?? ''}`.trimEnd())
  return false
}

main(process.argv.slice(2))
