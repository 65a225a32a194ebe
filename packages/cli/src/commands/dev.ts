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
      description: 'Serve the product from its sources with the plugin of this folder, and follow their changes',
    },
    args: {
      checkout: {
        type: 'string',
        description: 'The folder of the checkout; otherwise the one that you are in',
        valueHint: 'FOLDER',
      },
      fresh: { type: 'boolean', description: "Begin with two new workspaces (in a plugin's folder)" },
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
