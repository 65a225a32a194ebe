/**
 * `make plugin-build`: composes the plugins of `HOST_PLUGINS` into `bin/host`, or into the file named as its argument, and
 * writes its bill of materials beside it. Runs in a checkout, never in the executable.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BuildFailure } from '@host/inspect'
import { openCheckout } from '../build/checkout.ts'
import { stampFile, stampOf, stampText } from './build-stamp.ts'
import { compose } from './compose.ts'

const checkout = openCheckout()
const [named] = process.argv.slice(2)
const output = named === undefined ? join(checkout.root, 'bin/host') : resolve(named)
const { HOST_PLUGINS: text, HOST_WITHOUT: without } = process.env
const input = { text, without, cwd: process.cwd() }
try {
  const stamp = stampOf({ root: checkout.root, ...input })
  await rm(stampFile(output), { force: true })
  const { bill } = await compose({
    checkout,
    ...input,
    targets: [{ output }],
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  await writeFile(`${output}.cdx.json`, bill)
  if (stamp !== undefined) await writeFile(stampFile(output), stampText(stamp, output))
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
