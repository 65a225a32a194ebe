import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host compose`: the same as `make plugin-build`, by the checkout it is called in. */
export function composeCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'compose', description: 'Compose the plugins of HOST_PLUGINS into bin/host (in a checkout)' },
    plugins: [strictArguments],
    run: () => runInCheckout({ cwd, deed: 'Composing', script: 'packages/cli/src/compose/main.ts' }),
  })
}
