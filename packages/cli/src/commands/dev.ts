import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { runInCheckout } from '../run-in-checkout.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host dev`: the same as `make dev`, by the checkout it is called in. */
export function devCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'dev', description: 'Serve the sources and follow their changes (in a checkout)' },
    plugins: [strictArguments],
    run: () => runInCheckout({ cwd, deed: 'Developing', script: 'packages/cli/src/dev/main.ts' }),
  })
}
