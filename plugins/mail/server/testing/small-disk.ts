import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A disk of its own that can be full. */
export interface SmallDisk {
  readonly folder: string
  /** Writes until nothing more fits. */
  fill(): void
  /** Removes what `fill` has written. */
  empty(): void
}

/** Mounts a disk of some megabytes that is unmounted behind its test. Undefined where that is not permitted. */
export function mountSmallDisk(context: TestContext, megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'host-small-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  context.after(() => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  if (mounted.status !== 0) return undefined
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    empty: () => rmSync(ballast, { force: true }),
  }
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let size = 65_536; size >= 1;) if (!hasRoom(file, size)) size = Math.floor(size / 16)
  } finally {
    closeSync(file)
  }
}

/** Writes so many bytes where they fit. */
function hasRoom(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return false
  }
}
