/** `make plugin-build`: composes the plugins of `HOST_PLUGINS` into `bin/host`. Runs in a checkout, never in the executable. */
import { BuildFailure } from '../build/build-failure.ts'
import { openCheckout } from '../build/checkout.ts'
import { compose } from './compose.ts'
import { inWorkFolder } from './work-folder.ts'

const checkout = openCheckout()
const text = process.env['HOST_PLUGINS']
const say = (line: string): void => void process.stdout.write(`${line}\n`)
try {
  await inWorkFolder(checkout.root, (work) => compose({ checkout, text, cwd: process.cwd(), work, say }))
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
