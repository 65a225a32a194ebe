/** Composes an edition as `make plugin-build` does, but into a file of its own: the checkout's executable stays. */
import { openCheckout } from '../../packages/cli/src/build/checkout.ts'
import { compose } from '../../packages/cli/src/compose/compose.ts'
import { inWorkFolder } from '../../packages/cli/src/compose/work-folder.ts'

/** What to compose. */
export interface ComposeOptions {
  /** As `HOST_PLUGINS` has it. */
  readonly text: string
  readonly output: string
}

const { text, output } = JSON.parse(process.argv[2] ?? '{}') as ComposeOptions
const checkout = openCheckout()
await inWorkFolder(checkout.root, (work) =>
  compose({ checkout, text, cwd: process.cwd(), work, output, say: () => {} }),
)
