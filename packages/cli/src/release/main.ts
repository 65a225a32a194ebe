/**
 * `make dist`: writes the files of a release into `dist/`, or into the folder named as its argument. The Node of each other
 * platform is fetched from the registry once.
 */
import { join, resolve } from 'node:path'
import { BuildFailure } from '@host/inspect'
import { openCheckout } from '../build/checkout.ts'
import { writeDist } from './write-dist.ts'

const checkout = openCheckout()
const [named] = process.argv.slice(2)
try {
  await writeDist({
    checkout,
    text: process.env['HOST_PLUGINS'],
    without: process.env['HOST_WITHOUT'],
    cwd: process.cwd(),
    folder: named === undefined ? join(checkout.root, 'dist') : resolve(named),
    say: (line) => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
