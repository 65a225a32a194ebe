import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { findCheckout } from '../find-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host compose`: the same as `make plugin-build`, by the checkout it is called in; an executable cannot bundle. */
export function composeCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'compose', description: 'Compose the plugins of HOST_PLUGINS into bin/host (in a checkout)' },
    plugins: [strictArguments],
    async run() {
      const root = findCheckout(cwd)
      if (root === undefined) {
        throw new CommandFailure([
          'Composing needs a checkout of the host, and this folder is in none. Go into one and run this again.',
        ])
      }
      const script = join(root, 'packages/cli/src/compose/main.ts')
      const child = spawn(join(root, 'node_modules/.bin/node'), ['--conditions=source', script], {
        cwd,
        stdio: 'inherit',
      })
      child.on('error', () => undefined)
      const [code] = (await once(child, 'close')) as [number | null]
      if (code !== 0) throw new CommandFailure([])
    },
  })
}
