import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { isTypeScript, listFiles, root } from '../../../tools/source-files.ts'
import { suites } from '../../../tools/test-suites.ts'

const run = promisify(execFile)

/** The commands of a package.json script, with called scripts expanded. */
async function commandsOf(script: string): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const inner = await Promise.all(
    (scripts[script] ?? '').split(' && ').map(async (command) => {
      const called = /^pnpm (\w+)$/.exec(command)?.[1]
      return called === undefined ? [command] : await commandsOf(called)
    }),
  )
  return inner.flat()
}

test('§1.17 one command builds the whole product: the types of both projects, and the executable', async () => {
  const commands = await commandsOf('build')
  assert.deepEqual(commands, [
    'tsc -p tsconfig.server.json',
    'tsc -p tsconfig.web.json',
    'node --max-semi-space-size=64 --conditions=source packages/cli/src/compose/main.ts',
  ])
  const makefile = await readFile(join(root, 'Makefile'), 'utf8')
  assert.match(makefile, /^build: setup\b.*\n\t@\$\(SCRIPT\) build$/m)
  // Every run of the suites carries out the same commands, so that each of them is known to end well.
  const suiteCommands = suites.flatMap((suite) => (suite.kind === 'command' ? [suite.command.join(' ')] : []))
  for (const command of commands) {
    // How many threads a check uses changes nothing in its result.
    const carriedOut = suiteCommands.map((each) => each.replace(/^node_modules\/\.bin\/| --checkers 1$/g, ''))
    assert.ok(carriedOut.includes(command), command)
  }
})

/** Files of a new plugin: `host plugin new` writes them, and the plugin's own compiler checks them. */
const isTemplate = (path: string): boolean => path.startsWith('packages/cli/templates/')

test('§1.17 no source is left out: every TypeScript file belongs to one of the two projects', async () => {
  const sources = listFiles().filter((path) => isTypeScript(path) && !isTemplate(path))
  const listed = await Promise.all(
    ['tsconfig.server.json', 'tsconfig.web.json'].map(async (project) => {
      const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--listFilesOnly'], {
        cwd: root,
        maxBuffer: 2 ** 26,
      })
      return stdout.split('\n')
    }),
  )
  const known = new Set(listed.flat().map((path) => path.replace(`${root}/`, '')))
  assert.deepEqual(
    sources.filter((path) => !known.has(path)),
    [],
  )
})
