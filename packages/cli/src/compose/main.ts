/** `make plugin-build`: composes the plugins of `HOST_PLUGINS` into `bin/host`. Runs in a checkout, never in the executable. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildFailure } from '../build/build-failure.ts'
import { openCheckout } from '../build/checkout.ts'
import { compose } from './compose.ts'

const work = await realpath(await mkdtemp(join(tmpdir(), 'host-compose-')))
try {
  await mkdir(join(work, 'plugins'))
  await compose({
    checkout: openCheckout(),
    text: process.env['HOST_PLUGINS'],
    cwd: process.cwd(),
    work,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}
