/** `make run`: composes `bin/host` unless it was built from the same sources, lock file and variables. */
import { join } from 'node:path'
import { openCheckout } from '../build/checkout.ts'
import { isFresh } from './build-stamp.ts'

const { root } = openCheckout()
const { HOST_PLUGINS: text, HOST_WITHOUT: without } = process.env
if (isFresh({ root, text, without, cwd: process.cwd() }, join(root, 'bin/host'))) {
  process.stdout.write('[compose] bin/host is up to date\n')
} else await import('./main.ts')
