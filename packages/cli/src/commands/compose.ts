import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host compose`: the same as `make plugin-build`, for the checkout it is called in or given. */
export function composeCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'compose', description: 'Compose the plugins of HOST_PLUGINS into bin/host (in a checkout)' },
    args: {
      checkout: {
        type: 'string',
        description: 'The folder of the checkout; otherwise the one that you are in',
        valueHint: 'FOLDER',
      },
      output: {
        type: 'string',
        description: 'The executable to write; otherwise bin/host of the checkout',
        valueHint: 'FILE',
      },
    },
    plugins: [strictArguments],
    run: ({ args: { checkout, output } }) =>
      runInCheckout({
        cwd,
        checkout: checkout === undefined ? cwd : resolve(cwd, checkout),
        deed: 'Composing',
        script: 'packages/cli/src/compose/main.ts',
        args: output === undefined ? [] : [resolve(cwd, output)],
      }),
  })
}
