import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that memory must have free before tests keep their files there. */
const roomInMemory = 6 * 2 ** 30

/** A folder that is removed with all that it holds. */
interface TemporaryFolder extends Disposable {
  readonly path: string
}

/**
 * A folder for the temporary files of a run: in memory where it has room and runs programs, else where the system keeps
 * such files. A test makes, syncs and removes small databases all the time, which a disk makes it wait for. Other users
 * may read it, as PostgreSQL doesn't run as root. Folders in memory of runs that were killed are removed.
 * @param memory a folder of a file system in memory
 */
export function temporaryFiles(memory = '/dev/shm'): TemporaryFolder {
  const start = 'host-files-'
  removeAbandoned(memory, start)
  const path = mkdtempSync(join(takesTests(memory) ? memory : tmpdir(), `${start}${process.pid}-`))
  chmodSync(path, 0o755)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function takesTests(memory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomInMemory && runsPrograms(memory)
  } catch {
    return false
  }
}

/** Containers often forbid it for this file system. */
function runsPrograms(memory: string): boolean {
  const folder = mkdtempSync(join(memory, 'host-program-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function removeAbandoned(memory: string, start: string): void {
  const pattern = new RegExp(`^${start}(\\d+)-`)
  for (const name of namesIn(memory)) {
    const [, pid] = pattern.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
