import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host dev`: the plugin of this folder, or the checkout, as it is written. */
export function devCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: {
      name: 'dev',
      description: 'Serve the product from source with the plugin in this folder, and reload on changes',
    },
    args: {
      checkout: {
        type: 'string',
        description: 'Checkout folder (default: the current one)',
        valueHint: 'FOLDER',
      },
      fresh: { type: 'boolean', description: 'Start with two new demo workspaces (in a plugin folder)' },
    },
    plugins: [strictArguments],
    run: ({ args: { checkout, fresh } }) =>
      runInCheckout({
        cwd,
        checkout: checkout === undefined ? cwd : resolve(cwd, checkout),
        deed: 'Developing',
        script: 'packages/cli/src/dev/main.ts',
        args: fresh === true ? ['--fresh'] : [],
      }),
  })
}
