/**
 * `make plugin-build`: composes the plugins of `HOST_PLUGINS` into `bin/host`, or into the file named as its argument, and
 * writes its bill of materials beside it. Runs in a checkout, never in the executable.
 */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BuildFailure } from '@host/inspect'
import { openCheckout } from '../build/checkout.ts'
import { compose } from './compose.ts'

const checkout = openCheckout()
const [named] = process.argv.slice(2)
const output = named === undefined ? join(checkout.root, 'bin/host') : resolve(named)
try {
  const { bill } = await compose({
    checkout,
    text: process.env['HOST_PLUGINS'],
    without: process.env['HOST_WITHOUT'],
    cwd: process.cwd(),
    targets: [{ output }],
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  await writeFile(`${output}.cdx.json`, bill)
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
