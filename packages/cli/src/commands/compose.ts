import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host compose`: the same as `make plugin-build`, for the checkout it is called in or given. */
export function composeCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'compose', description: 'Build bin/host with the plugins in HOST_PLUGINS (in a checkout)' },
    args: {
      checkout: {
        type: 'string',
        description: 'Checkout folder (default: the current one)',
        valueHint: 'FOLDER',
      },
      output: {
        type: 'string',
        description: 'Output file (default: bin/host in the checkout)',
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
        // In mebibytes: a composition makes so many young objects that it would spend 3 s more on garbage.
        nodeArgs: ['--max-semi-space-size=64'],
        args: output === undefined ? [] : [resolve(cwd, output)],
      }),
  })
}
