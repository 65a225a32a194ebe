import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host dev`: the plugins of the named folders, the one of this folder, or the checkout, from source. */
export function devCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: {
      name: 'dev',
      description:
        'Serve the product from source with the plugin in this folder, or those in several, and reload on changes',
    },
    args: {
      folders: {
        type: 'positional',
        description: 'Plugin folders (default: the current one); the first stores the data',
        required: false,
        valueHint: 'FOLDER...',
      },
      checkout: {
        type: 'string',
        description: 'Checkout folder (default: the current one)',
        valueHint: 'FOLDER',
      },
      fresh: { type: 'boolean', description: 'Start with two new demo workspaces (in a plugin folder)' },
    },
    plugins: [strictArguments],
    run: ({ args: { _: folders, checkout, fresh } }) =>
      runInCheckout({
        cwd,
        checkout: checkout === undefined ? cwd : resolve(cwd, checkout),
        deed: 'Developing',
        script: 'packages/cli/src/dev/main.ts',
        args: [...(fresh === true ? ['--fresh'] : []), ...folders.map((folder) => resolve(cwd, folder))],
      }),
  })
}
